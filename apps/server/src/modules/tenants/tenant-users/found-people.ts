import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** User who searched, and the tenant for which they searched. */
interface Finder {
  readonly callerId: string
  readonly tenantId: string
}

/** Validity of a search result, in seconds: long enough for an open dialog, and too short for collecting ids. */
const lifeSeconds = 2 * 3600

/** Period, in seconds, within which a user found again gets the same id, so that a dialog recognises them. */
const stableSeconds = 600

const sealOf = (secrets: Secrets, { callerId, tenantId }: Finder, userId: string, end: string): string =>
  secrets.digest('found user', JSON.stringify([callerId, tenantId, userId, end])).slice(0, 32)

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Returns the id with which a tenant administrator can add a user whom they have found by the full user name, e-mail
 * address or phone number. It is valid for this caller and this tenant for at least two hours. A bare account id from
 * elsewhere cannot add a user to a tenant.
 * @param now Unix time in milliseconds
 * @returns `<user id>.<end>.<seal>`
 */
export function idOfFound(secrets: Secrets, finder: Finder, userId: string, now = Date.now()): string {
  const end = (Math.ceil(now / 1000 / stableSeconds) * stableSeconds + lifeSeconds).toString(36)
  return `${userId}.${end}.${sealOf(secrets, finder, userId, end)}`
}

/** Returns the user of an id that `idOfFound` created for the same finder; undefined for any other or expired id. */
export function foundUserOf(
  secrets: Secrets,
  finder: Finder,
  id: string,
  now = Date.now(),
): string | undefined {
  const [, userId = '', end = '', seal = ''] = /^(.+)\.([0-9a-z]{1,11})\.([0-9a-f]{32})$/s.exec(id) ?? []
  if (!isSame(seal, sealOf(secrets, finder, userId, end))) return undefined
  return Number.parseInt(end, 36) * 1000 > now ? userId : undefined
}
