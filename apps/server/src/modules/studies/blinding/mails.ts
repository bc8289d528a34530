import { languageOf } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { UnblindingTable } from '../../../platform/database/tables/unblinding.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { holdsIn, isActiveMember } from '../../access/index.ts'
import { verified } from '../../identity/identifiers/index.ts'
import { spendCaused } from '../../identity/limits/index.ts'
import { readBlindedStudies } from './blinded-users.ts'

type UnblindingRequest = Selectable<UnblindingTable>

interface Mailing {
  readonly trx: Trx
  readonly services: Services
}

/** Maximum number of people that a mail names. */
const maxNamed = 20

/**
 * Returns the members of a tenant who may use a menu, with their verified addresses.
 * @param menu `unblinding` for those who decide, `authorization` for those who request
 */
const membersWith = (trx: Trx, tenantId: string, menu: 'unblinding' | 'authorization') =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['appUser.id as userId', 'appUser.userName', 'appUser.email', 'appUser.emailKey'])
    .select('appUser.language')
    .where('tenantUser.tenantId', '=', tenantId)
    .where(isActiveMember())
    .where('appUser.emailValid', '=', verified)
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where(holdsIn({ userId: sql.ref('appUser.id'), tenantId: sql.val(tenantId) }, menu))
    .orderBy('appUser.id')

/** Returns the names of tenant and product. */
const namesOf = (trx: Trx, { tenantId, softwareId }: Pick<UnblindingRequest, 'tenantId' | 'softwareId'>) =>
  trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select('tenant.tenantName')
    .select([nameIn('zh', 'software.softwareName').as('zh'), nameIn('en', 'software.softwareName').as('en')])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirstOrThrow()

/** Returns whether a reader of a mail may learn of unblinded access in a study, and has not had too many mails. */
async function mayBeMailed(
  { trx, services: { profile } }: Mailing,
  { userId, emailKey }: { readonly userId: string; readonly emailKey: string | null },
  studyId: string,
): Promise<boolean> {
  if (emailKey === null || (await readBlindedStudies(trx, userId)).includes(studyId)) return false
  return (await spendCaused(trx, profile.timeZone, [emailKey])).size > 0
}

type Requested = Pick<
  UnblindingRequest,
  | 'tenantId'
  | 'softwareId'
  | 'studyId'
  | 'studyName'
  | 'requestedBy'
  | 'requesterName'
  | 'personName'
  | 'userId'
>

/**
 * Queues a mail to each member who may decide on the requests of one call. It counts towards the mailbox's daily limit
 * for mail caused by administrators. Without a mail, the first page counts the requests.
 */
export async function queueRequestMails(mailing: Mailing, requests: readonly Requested[]): Promise<void> {
  const [first] = requests
  if (!first) return
  const { trx, services } = mailing
  const { tenantId, softwareId, studyId, studyName, requestedBy, requesterName } = first
  const { tenantName, ...software } = await namesOf(trx, first)
  for (const member of await membersWith(trx, tenantId, 'unblinding').execute()) {
    const { userId, userName, email } = member
    const others = requests.filter((request) => request.userId !== userId)
    if (userId === requestedBy || others.length === 0) continue
    if (!(await mayBeMailed(mailing, member, studyId))) continue
    const language = languageOf(member.language)
    const people = others.slice(0, maxNamed).map(({ personName }) => personName)
    await services.outbox.queueMessage(trx, {
      ...{ kind: 'email', to: email, language, tenantId, softwareId, template: 'unblindingRequested' },
      params: {
        ...{ userName, tenantName, studyName, softwareName: software[language], requesterName },
        ...{ people, count: others.length },
      },
    })
  }
}

/** Queues a mail that notifies the requester of a decision, under the same limit. */
export async function queueDecisionMail(mailing: Mailing, request: UnblindingRequest): Promise<void> {
  const { trx, services } = mailing
  const { tenantId, softwareId, studyId, studyName, personName, requestedBy, deciderName } = request
  const requester = await membersWith(trx, tenantId, 'authorization')
    .where('appUser.id', '=', requestedBy)
    .executeTakeFirst()
  if (!requester || !(await mayBeMailed(mailing, requester, studyId))) return
  const { tenantName, ...software } = await namesOf(trx, request)
  const { userName, email } = requester
  const language = languageOf(requester.language)
  await services.outbox.queueMessage(trx, {
    ...{ kind: 'email', to: email, language, tenantId, softwareId },
    template: request.state === 'approved' ? 'unblindingApproved' : 'unblindingDeclined',
    params: {
      ...{ userName, tenantName, studyName, softwareName: software[language], person: personName },
      ...{ deciderName, reason: request.decisionReason },
    },
  })
}
