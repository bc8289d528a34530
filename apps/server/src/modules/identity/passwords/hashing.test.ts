import { describe, expect, it } from '@jest/globals'
import { parseOptions } from '@node-rs/argon2'
import { hashPassword, verifyPassword } from './hashing.ts'
import { decoyHash, withRealCost } from './test-kit/cost.ts'

withRealCost()

describe('hashing a password', () => {
  it('uses argon2id with 19 MiB and two passes, and a new salt each time', async () => {
    const [one, other] = [await hashPassword('Right0Password'), await hashPassword('Right0Password')]
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(other).not.toBe(one)
  })

  it('accepts only the right password, and none if no hash is stored', async () => {
    const stored = await hashPassword('Right0Password')
    expect(await verifyPassword(stored, 'Right0Password')).toBe(true)
    expect(await verifyPassword(stored, 'right0password')).toBe(false)
    expect(await verifyPassword(null, 'Right0Password')).toBe(false)
  })

  it('costs the same for unknown users', async () => {
    expect(parseOptions(decoyHash)).toEqual(parseOptions(await hashPassword('Right0Password')))
  })
})
