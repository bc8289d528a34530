import { describe, expect, it } from '@jest/globals'
import { parseOptions } from '@node-rs/argon2'
import { hashPassword, verifyPassword } from './hashing.ts'
import { decoyHash, withRealCost } from './test-kit/cost.ts'

withRealCost()

describe('hashing a password', () => {
  it('is argon2id with 19 MiB and two passes, salted anew each time', async () => {
    const [one, other] = [await hashPassword('Right0Password'), await hashPassword('Right0Password')]
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(other).not.toBe(one)
  })

  it('knows the right password, and none where nothing is stored', async () => {
    const stored = await hashPassword('Right0Password')
    expect(await verifyPassword(stored, 'Right0Password')).toBe(true)
    expect(await verifyPassword(stored, 'right0password')).toBe(false)
    expect(await verifyPassword(null, 'Right0Password')).toBe(false)
  })

  it('costs the same for nobody', async () => {
    expect(parseOptions(decoyHash)).toEqual(parseOptions(await hashPassword('Right0Password')))
  })
})
