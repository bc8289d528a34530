import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** The user who has found people, and the tenant. */
interface Finder {
  readonly callerId: string
  readonly tenantId: string
}

/** How long somebody who was found can be added: as long as a dialog stays open, and no list of ids is of use later. */
const lifeSeconds = 2 * 3600

/** A user who is found again within this time has the same id, so that a dialog recognises them. */
const stableSeconds = 600

const sealOf = (secrets: Secrets, { callerId, tenantId }: Finder, userId: string, end: string): string =>
  secrets.digest('found user', JSON.stringify([callerId, tenantId, userId, end])).slice(0, 32)

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Returns the id by which a tenant administrator adds a user whom they have found by the whole user name, e-mail
 * address or phone number. It is valid for this caller, this tenant and two hours: the id of an account alone, from
 * anywhere, adds nobody to a tenant.
 * @param now milliseconds since 1970
 * @returns `<user id>.<end>.<seal>`
 */
export function idOfFound(secrets: Secrets, finder: Finder, userId: string, now = Date.now()): string {
  const end = (Math.ceil(now / 1000 / stableSeconds) * stableSeconds + lifeSeconds).toString(36)
  return `${userId}.${end}.${sealOf(secrets, finder, userId, end)}`
}

/** The user whom an id made by `idOfFound` for the same finder names; undefined for any other, and for one of before. */
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
