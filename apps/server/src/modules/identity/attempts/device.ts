import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Cookies, Services } from '../../../platform/http/work.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'

/*
 * Each device on which a user has signed in carries a cookie, signed under SECRET_KEY: `v1.<id>.<users>`, with
 * `<seconds since 1970>-<signature over device, user and time>` for each user. The cookie is not a session and does
 * not authenticate anyone. Attempts for these users from the device are counted separately, so that failures
 * elsewhere do not lock them out. The cookie lists the latest users of a shared device. Pages of other sites do not
 * receive it, so an embedded suite counts as an unknown device.
 */

const cookieName = 'atrium_device'
const version = 'v1'

/** Days for which a device remembers a user after their last sign-in. */
const knownDays = 90
const knownSeconds = knownDays * 86_400

/** Maximum number of users that a device remembers; the latest sign-ins win. */
const maxUsers = 10

interface Signed {
  /** Time of the sign-in, in seconds since 1970. */
  readonly at: number
  readonly signature: string
}

interface Device {
  readonly id: string
  readonly users: readonly Signed[]
}

/** Fields of a user that decide whether a device is known to be theirs. */
export interface DeviceUser {
  readonly id: string
  /** Sign-ins before this time are ignored. Null means that all count. */
  readonly devicesSince: Date | null
}

/** Cookies of the request, and the services to read them. */
export interface DeviceRequest {
  readonly cookies: Cookies
  readonly services: Pick<Services, 'secrets' | 'profile'>
}

const now = (): number => Math.floor(Date.now() / 1000)

const sign = (secrets: Secrets, id: string, userId: string, at: number): string =>
  secrets.digest('device', JSON.stringify([id, userId, at])).slice(0, 32)

const isOf = (secrets: Secrets, id: string, userId: string, { at, signature }: Signed): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secrets, id, userId, at)))

const userPattern = /^(\d{1,12})-([\da-f]{32})$/

const read = (cookies: Cookies): Device | undefined => {
  const [found, id = '', ...parts] = cookies.read(cookieName)?.split('.') ?? []
  if (found !== version || !/^[\w-]{22}$/.test(id)) return undefined
  const users = parts.slice(0, maxUsers).flatMap((part) => {
    const [, at, signature] = userPattern.exec(part) ?? []
    return at && signature ? [{ at: Number(at), signature }] : []
  })
  return { id, users }
}

/** Returns the id of the requesting device if the user has signed in on it in the last 90 days. */
export const findKnownDevice = (
  { cookies, services: { secrets } }: DeviceRequest,
  user: DeviceUser | undefined,
): string | undefined => {
  const device = read(cookies)
  if (!device || !user) return undefined
  const since = Math.max(now() - knownSeconds, (user.devicesSince?.getTime() ?? 0) / 1000)
  const known = device.users.some((signed) => signed.at >= since && isOf(secrets, device.id, user.id, signed))
  return known ? device.id : undefined
}

/** Adds an authenticated user to the device's cookie, for the next sign-in. */
export const rememberDevice = ({ cookies, services }: DeviceRequest, userId: string): void => {
  const { secrets, profile } = services
  const device = read(cookies) ?? { id: randomBytes(16).toString('base64url'), users: [] }
  const at = now()
  const others = device.users.filter((signed) => !isOf(secrets, device.id, userId, signed))
  const users = [{ at, signature: sign(secrets, device.id, userId, at) }, ...others].slice(0, maxUsers)
  cookies.write({
    name: cookieName,
    value: [version, device.id, ...users.map((user) => `${user.at}-${user.signature}`)].join('.'),
    path: profile.apiPrefix,
    secure: profile.publicUrl.startsWith('https:'),
    maxAge: knownSeconds,
  })
}

/** Makes all devices forget a user, after an administrator has set their password or locked them. */
export const forgetDevices = async (trx: Trx, userId: string): Promise<void> => {
  // Cookies store whole seconds. Rounding up also excludes sign-ins in the current second.
  const devicesSince = sql<Date>`date_trunc('second', clock_timestamp()) + interval '1 second'`
  await trx.updateTable('appUser').set({ devicesSince }).where('id', '=', userId).execute()
}
