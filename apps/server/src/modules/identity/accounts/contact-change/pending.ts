import type { ContactKind } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { fieldIssue, rejectFields } from '../../../../platform/http/rejection.ts'
import type { Services } from '../../../../platform/http/work.ts'
import type { Proof } from '../../codes/index.ts'
import { emailKey, isExternal, phoneKey, verified } from '../../identifiers/index.ts'

/** Normalizes an address or number for search and uniqueness. */
export const contactKey = { email: emailKey, phone: phoneKey } as const

/** Reads the user whose contact is to change, and locks their row until the transaction ends. */
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

/** Returns the key of a verified contact. An unverified contact may be changed to itself, which verifies it. */
export const verifiedKey = (owner: ContactOwner, kind: ContactKind): string | null =>
  owner[`${kind}Valid`] === verified ? owner[`${kind}Key`] : null

/**
 * Rejects a change of contacts that an external identity source owns.
 * @throws Rejection
 */
export const rejectExternalContacts = ({ profile }: Services, { org }: ContactOwner): void =>
  rejectFields(isExternal(profile, org) ? [fieldIssue('contact', 'rule.fixed')] : [])

/** Lifetime of a pending change, in seconds. */
const lifeSeconds = 86_400

/** A change that is not confirmed by its code yet. */
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
 * Stores a pending change and replaces an earlier one. The user's row must be locked.
 * @returns the pending change
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
 * Selects the changes that a code can still complete. A change ends when the user's password or the contact to be
 * replaced changes, so that a thief who lost access cannot complete it.
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

/** Returns the pending changes of a user. */
export const allPending = (trx: Trx, userId: string): Promise<Pending[]> =>
  open(trx, userId).orderBy('kind').execute()

/** Returns the pending change of a kind, or undefined. */
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

/**
 * Returns the proof by a code sent to the new contact. It shows that the user who started the change reads messages
 * there.
 */
export const codeOf = ({ userId, kind, contactKey: sentTo }: Pending): Proof => ({
  purpose: 'contact',
  subject: `${userId} ${kind} ${sentTo}`,
  sentTo,
})
