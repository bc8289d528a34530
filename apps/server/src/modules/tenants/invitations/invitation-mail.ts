import type { Language } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'

/** How long an invitation can be accepted by default, in seconds. */
export const week = 7 * 86_400

/** Hours within which nobody is sent a second invitation into a tenant by anybody: at most 4 a day. */
export const mailPauseHours = 6

/** Whether the last e-mail of an `invitation` is so old that another may be sent. */
export const mayBeMailed = sql<boolean>`expires_at < now() + make_interval(secs => ${week - mailPauseHours * 3600})`

/** When an invitation that is sent now ends. */
export const expiryIn = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Common parts of the e-mails of a tenant's invitations. */
interface Sending {
  readonly tenantId: string
  readonly language: Language
  readonly lifeSeconds: number
}

/** Queues the e-mails with the links. */
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
