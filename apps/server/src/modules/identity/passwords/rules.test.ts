import { describe, expect, it } from '@jest/globals'
import { passwordAge } from './rules.ts'

const now = new Date('2026-06-30T12:00:00Z')
const life = { expiredDay: 90, remindDay: 7 }
const ago = (hours: number): Date => new Date(now.getTime() - hours * 60 * 60 * 1000)

describe('the age of a password', () => {
  it.each([
    [0, { expired: false, isOverdue: false, nearExpiredDay: 90 }],
    [82 * 24, { expired: false, isOverdue: false, nearExpiredDay: 8 }],
    [83 * 24, { expired: false, isOverdue: true, nearExpiredDay: 7 }],
    [89 * 24 + 23, { expired: false, isOverdue: true, nearExpiredDay: 1 }],
    [90 * 24, { expired: true, isOverdue: false, nearExpiredDay: 0 }],
    [200 * 24, { expired: true, isOverdue: false, nearExpiredDay: 0 }],
  ])('after %i hours matches the safe strategy', (hours, expected) => {
    expect(passwordAge(ago(hours), life, now)).toEqual(expected)
  })

  it('has no end if the strategy sets no days', () => {
    const endless = { expiredDay: 0, remindDay: 7 }
    const expected = { expired: false, isOverdue: false, nearExpiredDay: 0 }
    expect(passwordAge(ago(10_000 * 24), endless, now)).toEqual(expected)
  })

  it('counts as expired if the time of the last change is unknown', () => {
    expect(passwordAge(null, life, now)).toMatchObject({ expired: true })
  })
})
