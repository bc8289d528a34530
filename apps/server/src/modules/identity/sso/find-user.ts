import type { Trx } from '../../../database/transaction.ts'
import type { SsoIdentity } from '../../../sso/provider.ts'
import { emailKey } from '../contacts/index.ts'

const verified = 0

/** The user whom an identity was linked to before. */
const linkedUser = (trx: Trx, { issuer, subject }: SsoIdentity) =>
  trx
    .selectFrom('userIdentity')
    .innerJoin('appUser', 'appUser.id', 'userIdentity.userId')
    .select(['appUser.id', 'userName', 'status'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Both sides must have verified the address: otherwise somebody could put in another person's and wait. */
const userByEmail = (trx: Trx, address: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'status'])
    .where('emailKey', '=', emailKey(address))
    .where('emailValid', '=', verified)
    .forNoKeyUpdate()
    .executeTakeFirst()

const link = async (trx: Trx, { issuer, subject }: SsoIdentity, userId: string): Promise<void> => {
  await trx
    .insertInto('userIdentity')
    .values({ issuer, subject, userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/**
 * The user behind an identity: by the provider's own key for them or, the first time, by the e-mail address
 * that both sides have verified; that links them for good.
 */
export const userOfIdentity = async (trx: Trx, identity: SsoIdentity) => {
  const known = await linkedUser(trx, identity)
  if (known) return { ...known, linked: false }
  if (identity.verifiedEmail === undefined) return undefined
  const user = await userByEmail(trx, identity.verifiedEmail)
  if (!user) return undefined
  await link(trx, identity, user.id)
  return { ...user, linked: true }
}
