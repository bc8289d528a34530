import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { newToken, tokenHash } from '../../caller/token.ts'
import { toJson } from '../../database/json.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Services } from '../../http/work.ts'
import { emailKey } from '../identifiers/index.ts'

/** Whom to invite, and as what. */
export interface NewInvitation {
  readonly tenantId: string
  readonly email: string
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

const week = 7 * 86_400

const tenantNameOf = async (trx: Trx, id: string): Promise<string> =>
  (await trx.selectFrom('tenant').select('tenantName').where('id', '=', id).executeTakeFirstOrThrow())
    .tenantName

/**
 * Invites somebody into a tenant and queues the e-mail with the link. Runs in the caller's transaction and
 * under their role, which decides into which tenants they may invite; the caller checks role, type and
 * position, and audits.
 *
 * @returns the invitation's id; its key is in the e-mail alone
 */
export const invite = async (
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  invitation: NewInvitation,
): Promise<string> => {
  const { lifeSeconds = week, payload = {}, ...facts } = invitation
  const { tenantId, email: to, language } = facts
  const id = uuidv7()
  const key = newToken()
  await trx
    .insertInto('invitation')
    .values({
      ...facts,
      id,
      keyHash: tokenHash(key),
      emailKey: emailKey(to),
      roleId: facts.roleId ?? null,
      typeId: facts.typeId ?? null,
      positionId: facts.positionId ?? null,
      payload: toJson(payload) ?? '{}',
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute()
  const params = { tenantName: await tenantNameOf(trx, tenantId), key, lifeSeconds }
  await outbox.queueMessage(trx, { kind: 'email', to, language, tenantId, template: 'invitation', params })
  return id
}
