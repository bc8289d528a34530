import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { newToken, tokenHash } from '../../caller/token.ts'
import { toJson } from '../../database/json.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Services } from '../../http/work.ts'
import { emailKey } from '../identifiers/index.ts'

/** As what people are invited into a tenant. */
export interface InvitationFacts {
  readonly tenantId: string
  /** Of the e-mail. */
  readonly language: Language
  /** The tenant role that acceptance gives; none by default. */
  readonly roleId?: string
  /** Entries of the dictionary: user type, and the position that the form proposes. */
  readonly typeId?: string
  readonly positionId?: string
  /** What else acceptance is to bring; handed back by `acceptInvitation`. */
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

const week = 7 * 86_400

/** For how long nobody is sent another e-mail by being invited into a tenant once more: 4 a day at most, whoever invites. Seconds. */
const mailPause = 6 * 3600

const tenantNameOf = async (trx: Trx, id: string): Promise<string> =>
  (await trx.selectFrom('tenant').select('tenantName').where('id', '=', id).executeTakeFirstOrThrow())
    .tenantName

/** An invitation of an address that can still be accepted. */
interface Open {
  readonly id: string
  readonly emailKey: string
  /** Whether its e-mail is so old that another may be sent. */
  readonly mayBeMailed: boolean
}

/**
 * Holds a tenant's open invitations of some addresses until the transaction ends: nobody accepts or withdraws one
 * meanwhile, nor invites into the tenant. Whoever asks for places of a licence too does it afterwards.
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
    .select(sql<boolean>`expires_at < now() + make_interval(secs => ${week - mailPause})`.as('mayBeMailed'))
    .where('tenantId', '=', tenantId)
    .where('emailKey', '=', sql<string>`any(${emails.map(emailKey)})`)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

const facts = ({
  tenantId,
  language,
  roleId,
  typeId,
  positionId,
  payload = {},
  invitedBy,
}: InvitationFacts) => ({
  tenantId,
  language,
  roleId: roleId ?? null,
  typeId: typeId ?? null,
  positionId: positionId ?? null,
  payload: toJson(payload) ?? '{}',
  invitedBy,
})

const expiry = ({ lifeSeconds = week }: InvitationFacts) =>
  sql<Date>`now() + make_interval(secs => ${lifeSeconds})`

/** Changes what an open invitation is to; it gets a new key, and its time anew, where it is sent again. */
async function renew(trx: Trx, invitation: InvitationFacts, id: string, key: string | undefined) {
  await trx
    .updateTable('invitation')
    .set({ ...facts(invitation), updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .$if(key !== undefined, (query) =>
      query.set({ keyHash: tokenHash(key ?? ''), expiresAt: expiry(invitation) }),
    )
    .where('tenantId', '=', invitation.tenantId)
    .where('id', '=', id)
    .execute()
}

/**
 * Invites people into a tenant and queues the e-mails with the links. An address whose invitation is open is not
 * invited twice: that one is what is said now and, where its e-mail is some hours old, sent again with a new link. Runs
 * in the caller's transaction and under their role, which decides into which tenants they may invite; the caller checks
 * role, type and position, and audits.
 *
 * @param open those among their invitations that are open, by `holdOpenInvitations`
 * @returns the invitations' ids by address; their keys are in the e-mails alone
 */
export async function inviteAll(
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  invitation: InvitationFacts,
  emails: readonly string[],
  open: readonly Open[],
): Promise<ReadonlyMap<string, string>> {
  const { tenantId, language, lifeSeconds = week } = invitation
  const openByKey = new Map(open.map((one) => [one.emailKey, one]))
  const people = emails.map((email) => {
    const known = openByKey.get(emailKey(email))
    const key = !known || known.mayBeMailed ? newToken() : undefined
    return { email, id: known?.id ?? uuidv7(), key, isNew: !known }
  })
  const added = people.flatMap(({ email, id, key, isNew }) =>
    isNew && key !== undefined
      ? [
          {
            ...facts(invitation),
            id,
            email,
            emailKey: emailKey(email),
            keyHash: tokenHash(key),
            expiresAt: expiry(invitation),
          },
        ]
      : [],
  )
  if (added.length > 0) await trx.insertInto('invitation').values(added).execute()
  for (const { id, key, isNew } of people) if (!isNew) await renew(trx, invitation, id, key)
  const tenantName = await tenantNameOf(trx, tenantId)
  await outbox.queueMessages(
    trx,
    people.flatMap(({ email: to, key }) =>
      key === undefined
        ? []
        : [
            {
              kind: 'email',
              to,
              language,
              tenantId,
              template: 'invitation',
              params: { tenantName, key, lifeSeconds },
            },
          ],
    ),
  )
  return new Map(people.map(({ email, id }) => [email, id]))
}

/** Invites one person, as `inviteAll` does. @returns the invitation's id */
export async function invite(
  trx: Trx,
  services: Pick<Services, 'outbox'>,
  { email, ...invitation }: NewInvitation,
): Promise<string> {
  const open = await holdOpenInvitations(trx, invitation.tenantId, [email])
  const ids = await inviteAll(trx, services, invitation, [email], open)
  return ids.get(email) ?? ''
}
