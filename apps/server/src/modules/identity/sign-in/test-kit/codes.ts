import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { addUser } from './users.ts'

/** Returns a mainland phone number that most likely no other test uses. */
export const newPhone = (): string => `139${String(randomInt(1e8)).padStart(8, '0')}`

/** Returns an address that most likely no other test uses, so that its limits are fresh. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Adds a user with a verified phone and a verified e-mail address. */
export const addReachable = async (database: TestDatabase, facts: Parameters<typeof addUser>[1] = {}) => {
  const phone = newPhone()
  const email = `${phone}@hospital.example`
  const user = await addUser(database, {
    phone,
    phoneKey: phone,
    phoneValid: 0,
    email,
    emailKey: email,
    emailValid: 0,
    ...facts,
  })
  return { ...user, phone, email }
}

/** Ages every code by some seconds. */
export const ageCodes = async ({ owner }: TestDatabase, seconds: number): Promise<void> => {
  await sql`update one_time_code set sent_at = sent_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds})`.execute(owner)
}

/** Ages the window of every limit by some seconds. */
export const ageLimits = async ({ owner }: TestDatabase, seconds: number): Promise<void> => {
  await sql`update rate_limit set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(owner)
}

/** Returns a code that differs from the given one. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
