import { endSession, returnAddress, startSession } from '@atrium/shared-api'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { firstPath } from './addresses.tsx'

const arriveAt = (hash: string): void => window.history.replaceState(null, '', hash)

beforeEach(() => {
  endSession()
  sessionStorage.clear()
})

describe('the first path', () => {
  it('is the asked one for somebody with a session', () => {
    startSession('k')
    arriveAt('#/systemManger/tenant?page=2')
    expect(firstPath()).toBe('/systemManger/tenant')
    arriveAt('#/version/systemManger/tenant')
    expect(firstPath()).toBe('/systemManger/tenant')
  })

  it('is the sign-in page without one, which leads back afterwards', () => {
    arriveAt('#/systemManger/tenant?page=2')
    expect(firstPath()).toBe('/signIn/index')
    expect(window.location.hash).toBe('#/signIn/index')
    expect(returnAddress.take()).toBe('/systemManger/tenant?page=2')
  })

  it.each([
    ['#//x', '/x'],
    ['#http://elsewhere.example/x', '/http://elsewhere.example/x'],
    ['#/\\\\x', '/x'],
  ])('leads back from %s to a place of the suite, which is at worst none', (hash, address) => {
    arriveAt(hash)
    expect(firstPath()).toBe('/signIn/index')
    expect(returnAddress.take()).toBe(address)
  })

  it('leaves public pages as they are', () => {
    arriveAt('#/signIn/modifyPwd')
    expect(firstPath()).toBe('/signIn/modifyPwd')
    expect(returnAddress.take()).toBeUndefined()
  })

  it('remembers nothing of a bare address', () => {
    arriveAt('#/')
    expect(firstPath()).toBe('/signIn/index')
    expect(returnAddress.take()).toBeUndefined()
  })
})
