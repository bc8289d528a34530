import { codes, verifyEmail } from '@atrium/contract'
import { sql } from 'kysely'
import { tokenHash } from '../../../caller/token.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'

/** The verification of a key, held until the transaction ends. @throws Refusal 20002 saying why it is not good */
const goodKey = async (trx: Trx, key: string) => {
  const found = await trx
    .selectFrom('emailVerification as sent')
    .innerJoin('appUser', 'appUser.id', 'sent.userId')
    .select(['sent.keyHash', 'sent.usedAt', 'appUser.id', 'appUser.userName', 'appUser.email'])
    .select(sql<boolean>`sent.expires_at <= clock_timestamp()`.as('expired'))
    .select(sql<boolean>`sent.email_key is distinct from app_user.email_key`.as('changed'))
    .where('sent.keyHash', '=', tokenHash(key))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return refuse(codes.badCode, 'refusal.keyUnknown')
  if (found.usedAt) return refuse(codes.badCode, 'refusal.keyUsed')
  if (found.changed) return refuse(codes.badCode, 'refusal.keyOtherAddress')
  return found.expired ? refuse(codes.badCode, 'refusal.keyExpired') : found
}

/** GET /account/email/valid. The key proves it all: whoever opens the link need not be signed in. */
export const verifyEmailRoute = handleOwn(verifyEmail, ({ input, system }) =>
  system(async (trx, audit) => {
    const { keyHash, id, userName, email } = await goodKey(trx, input.key)
    const now = sql<Date>`now()`
    await trx.updateTable('emailVerification').set({ usedAt: now }).where('keyHash', '=', keyHash).execute()
    await trx
      .updateTable('appUser')
      .set({ emailValid: 0, updatedAt: now, rowVersion: sql<number>`row_version + 1` })
      .where('id', '=', id)
      .execute()
    const actor = { userId: id, userName }
    audit({
      entity: 'app_user',
      entityId: id,
      before: { emailValid: 1 },
      after: { email, emailValid: 0 },
      actor,
    })
    return null
  }),
)
