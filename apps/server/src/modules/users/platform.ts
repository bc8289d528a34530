import type { codes } from '@atrium/contract'
import { refuse } from '../../http/refusal.ts'
import { type Caller, holdsOnPlatform } from '../identity/index.ts'

/**
 * Lets the platform's user administrators alone through: users belong to no tenant, so that a tenant's role says
 * nothing about them.
 * @param code what others are answered: 404 where they name somebody, as if nobody were there
 */
export function requirePlatform(caller: Caller, code: typeof codes.forbidden | typeof codes.notFound): void {
  if (!holdsOnPlatform(caller, ['user'])) refuse(code)
}
