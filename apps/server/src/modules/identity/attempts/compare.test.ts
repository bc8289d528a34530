import { describe, expect, it } from '@jest/globals'
import { hashPassword } from '../passwords/index.ts'
import { comparePassword } from './attempt.ts'

const password = 'Right0Password'
const pair = { nameKey: 'somebody', from: '192.0.2.1', knownDevice: false }

const userOf = async (
  facts: { status?: string; passwordHash?: string | null; passwordValidUntil?: Date } = {},
) => ({
  id: 'somebody',
  userName: 'somebody',
  status: '0',
  org: '',
  passwordHash: await hashPassword(password),
  passwordChangedAt: new Date(),
  passwordMustChange: false,
  expiredDay: 90,
  remindDay: 7,
  passwordValidUntil: null,
  devicesSince: null,
  ...facts,
})

describe('comparing the password of an attempt', () => {
  it('returns the user if the password is right and the attempt open', async () => {
    const user = await userOf()
    expect(await comparePassword({ kind: 'open', pair, user }, password)).toEqual({ pair, user })
  })

  it('rejects every other combination', async () => {
    expect(
      await comparePassword({ kind: 'open', pair, user: await userOf() }, 'Wrong0Password'),
    ).toBeUndefined()
    expect(await comparePassword({ kind: 'locked', pair, user: await userOf() }, password)).toBeUndefined()
    expect(await comparePassword({ kind: 'open', pair, user: undefined }, password)).toBeUndefined()
    expect(
      await comparePassword({ kind: 'open', pair, user: await userOf({ status: '1' }) }, password),
    ).toBeUndefined()
    const past = await userOf({ passwordValidUntil: new Date(Date.now() - 1) })
    expect(await comparePassword({ kind: 'open', pair, user: past }, password)).toBeUndefined()
    const without = await userOf({ passwordHash: null })
    expect(await comparePassword({ kind: 'open', pair, user: without }, password)).toBeUndefined()
  })
})
