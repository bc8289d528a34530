import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { newToken, tokenHash } from '../../../platform/caller/token.ts'
import { toJson } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import { spendCaused } from '../../identity/limits/index.ts'
import { expiryIn, mayBeMailed, queueInvitationMails, week } from './invitation-mail.ts'
import { mayStillInvite } from './inviter.ts'
import { deleteAwaited } from './withdraw.ts'

/** As what people are invited into a tenant. */
interface InvitationFacts {
  readonly tenantId: string
  /** Of the e-mail. */
  readonly language: Language
  /** The tenant role that acceptance gives; none by default. */
  readonly roleId?: string
  /** Entries of the dictionary: user type, and the position that the form proposes. */
  readonly typeId?: string
  readonly positionId?: string
  /** Additional grants of the acceptance; returned by `acceptInvitation`. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** The user who invites. */
  readonly invitedBy: string
  /** How long it can be accepted. Seconds; 7 days by default. */
  readonly lifeSeconds?: number
}

/** Whom to invite, and as what. */
export interface NewInvitation extends InvitationFacts {
  readonly email: string
}

/** An invitation of an address that can still be accepted. */
interface Open {
  readonly id: string
  readonly emailKey: string
  /** Whether its e-mail is so old that another may be sent. */
  readonly mayBeMailed: boolean
  /** Whether its inviter may still invite people into the tenant. */
  readonly hasInviter: boolean
}

/** An address that is invited. */
interface Invited {
  /** Of its invitation. */
  readonly id: string
  /** Whether no e-mail was sent to it, because it has reached its daily limit. */
  readonly isUnsent: boolean
}

/**
 * Locks a tenant's open invitations of some addresses until the transaction ends: nobody accepts or withdraws one
 * meanwhile, nor invites into the tenant. Places of licences are claimed after this.
 */
export async function holdOpenInvitations(
  trx: Trx,
  tenantId: string,
  emails: readonly string[],
): Promise<readonly Open[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('inviting ' || ${tenantId}, 0))`.execute(trx)
  return trx
    .selectFrom('invitation')
    .select(['id', 'emailKey'])
    .select([mayBeMailed.as('mayBeMailed'), mayStillInvite.as('hasInviter')])
    .where('tenantId', '=', tenantId)
    .where('emailKey', '=', sql<string>`any(${emails.map(emailKey)})`)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the columns of an invitation that the inviter chooses. */
const facts = (invitation: InvitationFacts, inviterName: string) => {
  const { tenantId, language, roleId, typeId, positionId, payload = {}, invitedBy } = invitation
  return {
    tenantId,
    language,
    roleId: roleId ?? null,
    typeId: typeId ?? null,
    positionId: positionId ?? null,
    payload: toJson(payload) ?? '{}',
    invitedBy,
    inviterName,
  }
}

/** The full name of a user, as an invitation keeps it of its inviter. */
export const inviterNameOf = async (trx: Trx, id: string): Promise<string> =>
  (await trx.selectFrom('appUser').select('fullName').where('id', '=', id).executeTakeFirst())?.fullName ?? ''

/** The column of a key, and the expiry that comes with a new one. */
const keyColumns = (key: string, lifeSeconds: number) => ({
  keyHash: tokenHash(key),
  expiresAt: expiryIn(lifeSeconds),
})

/** The same for an invitation that was sent before: its former keys then report that a newer one replaced them. */
export const renewedKeyColumns = (key: string, lifeSeconds: number) => ({
  ...keyColumns(key, lifeSeconds),
  formerKeyHashes: sql<string[]>`former_key_hashes || key_hash`,
})

/** Changes an open invitation. If it is sent again, it gets a new key and a new expiry. */
async function renew(
  trx: Trx,
  invitation: InvitationFacts,
  inviterName: string,
  { id, key }: { readonly id: string; readonly key: string | undefined },
) {
  await trx
    .updateTable('invitation')
    .set(facts(invitation, inviterName))
    .set({ updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .$if(key !== undefined, (query) =>
      query.set(renewedKeyColumns(key ?? '', invitation.lifeSeconds ?? week)),
    )
    .where('tenantId', '=', invitation.tenantId)
    .where('id', '=', id)
    .execute()
}

/** The people to invite: those with an open invitation have its id, those who are sent an e-mail a new key. */
async function peopleOf(
  trx: Trx,
  { profile }: Pick<Services, 'profile'>,
  emails: readonly string[],
  open: readonly Open[],
) {
  const openByKey = new Map(open.map((one) => [one.emailKey, one]))
  const due = emails.map(emailKey).filter((key) => openByKey.get(key)?.mayBeMailed ?? true)
  const mailable = await spendCaused(trx, profile.timeZone, due)
  return emails.map((email) => {
    const known = openByKey.get(emailKey(email))
    return {
      email,
      id: known?.id ?? uuidv7(),
      key: mailable.has(emailKey(email)) ? newToken() : undefined,
      isNew: !known,
    }
  })
}

/**
 * Invites people into a tenant and queues the e-mails with the links. An address with an open invitation is not invited
 * twice: that invitation gets the new values and, if its e-mail is some hours old, is sent again with a new link.
 * Additions of inviters who may no longer invite are removed. An address that has got as many messages today as
 * administrators may cause is invited without an e-mail. Runs in the caller's transaction and under their role, which
 * decides into which tenants they may invite; the caller checks role, type and position, and audits.
 *
 * @param open the open ones of the invitations, by `holdOpenInvitations`
 * @returns the invitations by address; only the e-mails have their keys
 */
export async function inviteAll(
  trx: Trx,
  services: Pick<Services, 'outbox' | 'profile'>,
  invitation: InvitationFacts,
  emails: readonly string[],
  open: readonly Open[],
): Promise<ReadonlyMap<string, Invited>> {
  const { tenantId, language, lifeSeconds = week } = invitation
  const people = await peopleOf(trx, services, emails, open)
  const inviterName = await inviterNameOf(trx, invitation.invitedBy)
  const added = people
    .filter(({ isNew }) => isNew)
    .map(({ email, id, key = newToken() }) => ({
      ...facts(invitation, inviterName),
      ...keyColumns(key, lifeSeconds),
      id,
      email,
      emailKey: emailKey(email),
    }))
  if (added.length > 0) await trx.insertInto('invitation').values(added).execute()
  const abandoned = open.filter(({ hasInviter }) => !hasInviter).map(({ id }) => id)
  await deleteAwaited(trx, { tenantId, ids: abandoned })
  for (const person of people) if (!person.isNew) await renew(trx, invitation, inviterName, person)
  const mails = people.flatMap(({ email, key }) => (key === undefined ? [] : [{ email, key }]))
  await queueInvitationMails(trx, services, { tenantId, language, lifeSeconds }, mails)
  return new Map(people.map(({ email, id, isNew, key }) => [email, { id, isUnsent: isNew && !key }]))
}

/** Invites one person, as `inviteAll` does. @returns the invitation's id */
export async function invite(
  trx: Trx,
  services: Pick<Services, 'outbox' | 'profile'>,
  { email, ...invitation }: NewInvitation,
): Promise<string> {
  const open = await holdOpenInvitations(trx, invitation.tenantId, [email])
  const ids = await inviteAll(trx, services, invitation, [email], open)
  return ids.get(email)?.id ?? ''
}
