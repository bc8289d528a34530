import { languageOf } from '@atrium/contract'
import type { Selectable } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { AccessRequestTable } from '../../platform/database/tables/access-requests.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { verified } from '../identity/identifiers/index.ts'
import { spendCaused } from '../identity/limits/index.ts'

interface Mailing {
  readonly trx: Trx
  readonly services: Services
}

/**
 * Queues a mail that notifies a person of the decision on their request. It counts towards the mailbox's daily limit
 * for mail caused by administrators. Without a mail, the first page shows the decision.
 */
export async function queueDecisionMail(
  { trx, services: { outbox, profile } }: Mailing,
  request: Selectable<AccessRequestTable>,
): Promise<void> {
  const { tenantId, userId, softwareId, studyName, state, decisionReason } = request
  const person = await trx
    .selectFrom('appUser')
    .innerJoin('tenant', (join) => join.on('tenant.id', '=', tenantId))
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select([
      'appUser.userName',
      'appUser.email',
      'appUser.emailKey',
      'appUser.language',
      'tenant.tenantName',
    ])
    .select([nameIn('zh', 'software.softwareName').as('zh'), nameIn('en', 'software.softwareName').as('en')])
    .where('appUser.id', '=', userId)
    .where('appUser.emailValid', '=', verified)
    .executeTakeFirst()
  if (!person?.emailKey) return
  if ((await spendCaused(trx, profile.timeZone, [person.emailKey])).size === 0) return
  const { userName, email, tenantName } = person
  const language = languageOf(person.language)
  await outbox.queueMessage(trx, {
    kind: 'email',
    to: email,
    language,
    tenantId,
    softwareId,
    template: state === 'approved' ? 'accessApproved' : 'accessDeclined',
    params: { userName, tenantName, studyName, softwareName: person[language], reason: decisionReason },
  })
}
