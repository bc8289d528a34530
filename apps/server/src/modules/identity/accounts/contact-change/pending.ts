import type { ContactKind } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { fieldIssue, rejectFields } from '../../../../platform/http/rejection.ts'
import type { Services } from '../../../../platform/http/work.ts'
import type { Proof } from '../../codes/index.ts'
import { emailKey, isExternal, phoneKey, verified } from '../../identifiers/index.ts'

/** Key of an address or number of either kind, for search and uniqueness. */
export const contactKey = { email: emailKey, phone: phoneKey } as const

/** The user whose contact is to change, kept from changing otherwise until the transaction ends. */
export const contactOwnerForUpdate = async (trx: Trx, id: string) => {
  const { passwordHash, ...owner } = await trx
    .selectFrom('appUser')
    .select([
      'id',
      'userName',
      'language',
      'email',
      'emailKey',
      'emailValid',
      'phone',
      'phoneKey',
      'phoneValid',
      'org',
    ])
    .select(['passwordHash', 'rowVersion'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...owner, hasPassword: passwordHash !== null }
}

export type ContactOwner = Awaited<ReturnType<typeof contactOwnerForUpdate>>

/** The key of the verified contact. An unverified one may be changed to itself, which verifies it. */
export const verifiedKey = (owner: ContactOwner, kind: ContactKind): string | null =>
  owner[`${kind}Valid`] === verified ? owner[`${kind}Key`] : null

/** @throws Rejection if another identity source keeps the user's contacts */
export const rejectExternalContacts = ({ profile }: Services, { org }: ContactOwner): void =>
  rejectFields(isExternal(profile, org) ? [fieldIssue('contact', 'rule.fixed')] : [])

/** How long a change waits for the code sent to the new contact, in seconds. */
const lifeSeconds = 86_400

/** A change that waits for its code. */
export interface Pending {
  readonly userId: string
  readonly kind: ContactKind
  readonly contact: string
  readonly contactKey: string
  readonly expiresAt: Date
}

const facts = ['userId', 'kind', 'contact', 'contactKey', 'expiresAt'] as const
const presentKeyOf = { email: 'emailKey', phone: 'phoneKey' } as const

/**
 * Stores the change that a user wants, in place of an earlier one. The user's row must be locked.
 * @returns the change, which waits for its code
 */
export const savePending = async (
  trx: Trx,
  userId: string,
  { kind, contact }: Pick<Pending, 'kind' | 'contact'>,
): Promise<Pending> => {
  await forgetPending(trx, userId, kind)
  return trx
    .insertInto('contactChange')
    .columns(['userId', 'kind', 'contact', 'contactKey', 'replacedKey', 'passwordChangedAt', 'expiresAt'])
    .expression(
      trx
        .selectFrom('appUser')
        .where('id', '=', userId)
        .select((from) => [
          'id',
          from.val(kind).as('kind'),
          from.val(contact).as('contact'),
          from.val(contactKey[kind](contact)).as('contactKey'),
          from.ref(presentKeyOf[kind]).as('replacedKey'),
          'passwordChangedAt',
          sql<Date>`clock_timestamp() + make_interval(secs => ${lifeSeconds})`.as('expiresAt'),
        ]),
    )
    .returning(facts)
    .executeTakeFirstOrThrow()
}

/**
 * Reads the changes of a user that a code can still complete. A change ends when the password or the contact that it
 * began with changes: somebody who lost those must not complete it.
 */
const open = (trx: Trx, userId: string) =>
  trx
    .selectFrom('contactChange')
    .innerJoin('appUser', 'appUser.id', 'userId')
    .select(facts)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .where(sql<boolean>`contact_change.password_changed_at is not distinct from app_user.password_changed_at`)
    .where(
      sql<boolean>`replaced_key is not distinct from case kind when 'email' then email_key else phone_key end`,
    )

/** The changes of a user that wait for their codes. */
export const allPending = (trx: Trx, userId: string): Promise<Pending[]> =>
  open(trx, userId).orderBy('kind').execute()

/** Returns the pending change of a kind; undefined if there is none. */
export const pendingOf = (trx: Trx, userId: string, kind: ContactKind): Promise<Pending | undefined> =>
  open(trx, userId).where('kind', '=', kind).executeTakeFirst()

/** Ends a change. @returns whether there was one */
export const forgetPending = async (trx: Trx, userId: string, kind: ContactKind): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('contactChange')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The code sent to the new contact proves that the user who began the change reads messages there. */
export const codeOf = ({ userId, kind, contactKey: sentTo }: Pending): Proof => ({
  purpose: 'contact',
  subject: `${userId} ${kind} ${sentTo}`,
  sentTo,
})
