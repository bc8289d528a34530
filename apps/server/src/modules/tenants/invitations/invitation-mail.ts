import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'

/** Default validity of an invitation, in seconds. */
export const week = 7 * 86_400

/** Minimum hours between two invitation e-mails to one address for the same tenant, whoever sends them: at most 4 a day. */
export const mailPauseHours = 6

/** SQL condition: the last e-mail of an `invitation` is old enough to send another. */
export const mayBeMailed = sql<boolean>`expires_at < now() + make_interval(secs => ${week - mailPauseHours * 3600})`

/** SQL for the expiry of an invitation that is sent now. */
export const expiryIn = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Common fields of the e-mails of a tenant's invitations. */
interface Sending {
  readonly tenantId: string
  readonly language: Language
  readonly lifeSeconds: number
}

/** Queues the invitation e-mails with their links. */
export async function queueInvitationMails(
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  { tenantId, language, lifeSeconds }: Sending,
  mails: readonly { readonly email: string; readonly key: string }[],
): Promise<void> {
  const { tenantName } = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  await outbox.queueMessages(
    trx,
    mails.map(({ email: to, key }) => ({
      kind: 'email',
      to,
      language,
      tenantId,
      template: 'invitation',
      params: { tenantName, key, lifeSeconds },
    })),
  )
}
