import type { Profile } from '@atrium/contract'
import * as z from 'zod/mini'
import type { Cookies } from '../../../platform/http/work.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { SsoAttempt } from './provider.ts'

const name = 'atrium_sso'
const purpose = 'sso'

/** Maximum seconds that a user may spend at the provider. */
const attemptSeconds = 600

const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() })

/** Returns the cookie's scope: sign-in calls only, and https only if the suite is served over it. */
const reach = ({ apiPrefix, publicUrl }: Profile) => ({
  name,
  path: `${apiPrefix}/sys`,
  secure: publicUrl.startsWith('https:'),
})

const open = (secrets: Secrets, sealed: string): unknown => {
  try {
    return JSON.parse(secrets.decrypt(purpose, sealed))
  } catch {
    return undefined
  }
}

/** Stores an attempt in the browser's cookie, encrypted and authenticated under SECRET_KEY. */
export function keepAttempt(cookies: Cookies, secrets: Secrets, profile: Profile, attempt: SsoAttempt): void {
  const { state, nonce, verifier } = attempt
  const until = Date.now() + attemptSeconds * 1000
  const value = secrets.encrypt(purpose, JSON.stringify({ state, nonce, verifier, until }))
  cookies.write({ ...reach(profile), value, maxAge: attemptSeconds })
}

/** Reads the attempt that the browser began. Returns undefined if it is missing, was changed or took too long. */
export function attemptOf(cookies: Cookies, secrets: Secrets): SsoAttempt | undefined {
  const sealed = cookies.read(name)
  const { data } = z.safeParse(Kept, sealed === undefined ? undefined : open(secrets, sealed))
  return data && data.until > Date.now() ? data : undefined
}

/** Deletes the attempt's cookie. */
export const forgetAttempt = (cookies: Cookies, profile: Profile): void =>
  cookies.write({ ...reach(profile), value: '', maxAge: 0 })
