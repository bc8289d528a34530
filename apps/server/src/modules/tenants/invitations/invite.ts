import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { newToken, tokenHash } from '../../../platform/caller/token.ts'
import { toJson } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { daysIn, type Period } from '../../access/index.ts'
import { emailKey, fullNameOf } from '../../identity/identifiers/index.ts'
import { spendCaused } from '../../identity/limits/index.ts'
import { expiryIn, mayBeMailed, queueInvitationMails, week } from './invitation-mail.ts'
import { mayStillInvite } from './inviter.ts'
import { deleteAwaited } from './withdraw.ts'

/** Common values of a call's invitations. */
interface InvitationFacts {
  readonly tenantId: string
  /** Language of the e-mail. */
  readonly language: Language
  /** Tenant role granted on acceptance; none by default. */
  readonly roleId?: string
  /** Dictionary entries: user type, and the position preselected in the form. */
  readonly typeId?: string
  readonly positionId?: string
  /** Period of the future membership; without limits by default. */
  readonly period?: Period
  /** Additional data for the acceptance; returned by `acceptInvitation`. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** Id of the inviter. */
  readonly invitedBy: string
  /** Validity in seconds; 7 days by default. */
  readonly lifeSeconds?: number
}

/** Invitation of one address. */
export interface NewInvitation extends InvitationFacts {
  readonly email: string
}

/** Open invitation of an address. */
interface Open {
  readonly id: string
  readonly emailKey: string
  /** Whether its last e-mail is old enough to send another. */
  readonly mayBeMailed: boolean
  /** Whether its inviter may still invite people into the tenant. */
  readonly hasInviter: boolean
}

/** Result for an invited address. */
interface Invited {
  /** Id of its invitation. */
  readonly id: string
  /** Whether no e-mail was sent because the address has reached its daily limit. */
  readonly isUnsent: boolean
}

/**
 * Locks a tenant's open invitations of some addresses until the transaction ends: none can be accepted or withdrawn
 * meanwhile, and no other transaction can invite into the tenant. Claim licence seats only after this.
 */
export async function lockOpenInvitations(
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
const facts = ({ profile }: Pick<Services, 'profile'>, invitation: InvitationFacts, inviterName: string) => {
  const { tenantId, language, roleId, typeId, positionId, payload = {}, invitedBy } = invitation
  const { from, until } = invitation.period ?? { from: '', until: '' }
  const days = daysIn(profile.timeZone)
  return {
    tenantId,
    language,
    roleId: roleId ?? null,
    typeId: typeId ?? null,
    positionId: positionId ?? null,
    payload: toJson(payload) ?? '{}',
    invitedBy,
    inviterName,
    accessFrom: days.begin(from),
    accessUntil: days.end(until),
  }
}

/** Returns the columns of a new key and its expiry. */
const keyColumns = (key: string, lifeSeconds: number) => ({
  keyHash: tokenHash(key),
  expiresAt: expiryIn(lifeSeconds),
})

/**
 * Returns the columns of a new key for an existing invitation. Its former keys then report that a newer one replaced
 * them.
 */
export const renewedKeyColumns = (key: string, lifeSeconds: number) => ({
  ...keyColumns(key, lifeSeconds),
  formerKeyHashes: sql<string[]>`former_key_hashes || key_hash`,
})

/** Updates an open invitation. If it is sent again, it gets a new key and a new expiry. */
async function renew(
  trx: Trx,
  services: Pick<Services, 'profile'>,
  invitation: InvitationFacts,
  inviterName: string,
  { id, key }: { readonly id: string; readonly key: string | undefined },
) {
  await trx
    .updateTable('invitation')
    .set(facts(services, invitation, inviterName))
    .set({ updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .$if(key !== undefined, (query) =>
      query.set(renewedKeyColumns(key ?? '', invitation.lifeSeconds ?? week)),
    )
    .where('tenantId', '=', invitation.tenantId)
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the people to invite, with the id of their open invitation or a new one. Those who get an e-mail also get a
 * new key.
 */
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
 * Invites people into a tenant and queues the e-mails with the links. An address with an open invitation is not
 * invited twice: that invitation gets the new values and, if its e-mail is several hours old, is sent again with a
 * new link. Authorizations added by inviters who may no longer invite are removed. An address that has reached its
 * daily limit of messages caused by administrators is invited without an e-mail. Runs in the caller's transaction
 * under their role, which limits the tenants into which they may invite. The caller checks role, type and position,
 * and audits.
 * @param open result of `lockOpenInvitations`
 * @returns the invitations by address; only the e-mails contain the keys
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
  const inviterName = await fullNameOf(trx, invitation.invitedBy)
  const added = people
    .filter(({ isNew }) => isNew)
    .map(({ email, id, key = newToken() }) => ({
      ...facts(services, invitation, inviterName),
      ...keyColumns(key, lifeSeconds),
      id,
      email,
      emailKey: emailKey(email),
    }))
  if (added.length > 0) await trx.insertInto('invitation').values(added).execute()
  const abandoned = open.filter(({ hasInviter }) => !hasInviter).map(({ id }) => id)
  await deleteAwaited(trx, { tenantId, ids: abandoned })
  for (const person of people) if (!person.isNew) await renew(trx, services, invitation, inviterName, person)
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
  const open = await lockOpenInvitations(trx, invitation.tenantId, [email])
  const ids = await inviteAll(trx, services, invitation, [email], open)
  return ids.get(email)?.id ?? ''
}
