import { codes } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { type Granting, grantsMore } from './grantable.ts'

/**
 * Refuses a change of how somebody signs in, or whether, to those who could not give them their role: otherwise
 * they could become whoever they change.
 * @throws Refusal 403
 */
export async function refuseMightier(granting: Granting, user: { readonly roleId: string | null }) {
  if (user.roleId !== null && (await grantsMore(granting, user.roleId)))
    refuse(codes.forbidden, 'refusal.holdsMore')
}
