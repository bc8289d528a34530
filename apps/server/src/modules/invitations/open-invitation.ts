import { codes } from '@atrium/contract'
import { sql } from 'kysely'
import { tokenHash } from '../../caller/token.ts'
import type { Trx } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'

const byKey = (trx: Trx, key: string) =>
  trx
    .selectFrom('invitation')
    .select(['tenantId', 'id', 'email', 'emailKey', 'roleId', 'typeId', 'positionId', 'payload', 'status'])
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('expired'))
    .where('keyHash', '=', tokenHash(key))

/** An invitation that can be accepted. */
export type OpenInvitation = NonNullable<Awaited<ReturnType<ReturnType<typeof byKey>['executeTakeFirst']>>>

const checked = (found: OpenInvitation | undefined): OpenInvitation => {
  if (!found) return refuse(codes.badCode, 'refusal.keyUnknown')
  if (found.status === 'accepted') return refuse(codes.badCode, 'refusal.invitationUsed')
  if (found.status === 'withdrawn') return refuse(codes.badCode, 'refusal.invitationWithdrawn')
  return found.expired ? refuse(codes.badCode, 'refusal.invitationExpired') : found
}

/** The invitation of a key. @throws Refusal 20002 saying why it cannot be accepted */
export const openInvitation = async (trx: Trx, key: string): Promise<OpenInvitation> =>
  checked(await byKey(trx, key).executeTakeFirst())

/** The same, held until the transaction ends: of two who accept at once the second finds it accepted. */
export const holdInvitation = async (trx: Trx, key: string): Promise<OpenInvitation> =>
  checked(await byKey(trx, key).forUpdate().executeTakeFirst())
