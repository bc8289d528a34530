import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { codesSent } from './codes-sent.ts'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  sessionStorage.clear()
  jest.useFakeTimers({ now: start })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the wait for another code', () => {
  it('counts down from a minute to zero', () => {
    codesSent.note('sign-in', '13800138000')
    expect(codesSent.wait('sign-in', '13800138000')).toBe(60)
    jest.setSystemTime(start + 59_001)
    expect(codesSent.wait('sign-in', '13800138000')).toBe(1)
    jest.setSystemTime(start + 60_000)
    expect(codesSent.wait('sign-in', '13800138000')).toBe(0)
  })

  it('applies to one number and one purpose', () => {
    codesSent.note('sign-in', '13800138000')
    expect(codesSent.wait('sign-in', '13900139000')).toBe(0)
    expect(codesSent.wait('reset', '13800138000')).toBe(0)
    expect(codesSent.subject('sign-in')).toBe('13800138000')
    expect(codesSent.subject('reset')).toBe('')
  })

  it('does not keep users waiting whose clock was set back', () => {
    codesSent.note('reset', 'admin')
    jest.setSystemTime(start - 3_600_000)
    expect(codesSent.wait('reset', 'admin')).toBe(0)
  })

  it('ignores stored data that it cannot parse', () => {
    sessionStorage.setItem('atrium.codesSent', 'not JSON')
    expect(codesSent.wait('reset', 'admin')).toBe(0)
  })
})
