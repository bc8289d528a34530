import { endSession, returnAddress, startSession } from '@atrium/shared-api'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { firstPath } from './addresses.tsx'

const arriveAt = (hash: string): void => window.history.replaceState(null, '', hash)

beforeEach(() => {
  endSession()
  sessionStorage.clear()
})

describe('the first path', () => {
  it('is the requested path if there is a session', () => {
    startSession('k')
    arriveAt('#/systemManger/tenant?page=2')
    expect(firstPath()).toBe('/systemManger/tenant')
    arriveAt('#/version/systemManger/tenant')
    expect(firstPath()).toBe('/systemManger/tenant')
  })

  it('is the sign-in page without a session, and leads back after sign-in', () => {
    arriveAt('#/systemManger/tenant?page=2')
    expect(firstPath()).toBe('/signIn/index')
    expect(window.location.hash).toBe('#/signIn/index')
    expect(returnAddress.take()).toBe('/systemManger/tenant?page=2')
  })

  it.each([
    ['#//x', '/x'],
    ['#http://elsewhere.example/x', '/http://elsewhere.example/x'],
    ['#/\\\\x', '/x'],
  ])('leads back from %s to a page of the suite or to none', (hash, address) => {
    arriveAt(hash)
    expect(firstPath()).toBe('/signIn/index')
    expect(returnAddress.take()).toBe(address)
  })

  it('leaves public pages unchanged', () => {
    arriveAt('#/signIn/modifyPwd')
    expect(firstPath()).toBe('/signIn/modifyPwd')
    expect(returnAddress.take()).toBeUndefined()
  })

  it('stores nothing for an address without a path', () => {
    arriveAt('#/')
    expect(firstPath()).toBe('/signIn/index')
    expect(returnAddress.take()).toBeUndefined()
  })
})
