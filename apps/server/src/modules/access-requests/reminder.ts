import { languageOf } from '@atrium/contract'
import { sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { holdsIn, isActiveMember } from '../access/index.ts'
import { verified } from '../identity/identifiers/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { endRequests } from './ending.ts'
import { isOfAnother, isRequestShownTo, stateOf } from './state.ts'

/** Days before the end at which open requests are mailed once more. */
const lastReminderDays = 3

/** Maximum number of requests that a mail names. */
const maxNamed = 20

/** Number of mails about an open request that are due until now: 1 at first, 2 shortly before it expires. */
const dueMails = sql<number>`(case
  when access_request.expires_at <= now() + make_interval(days => ${sql.lit(lastReminderDays)}) then 2 else 1 end)`

const isDue = sql<boolean>`(${stateOf} = 'requested' and coalesce(access_request.reminded, 0) < ${dueMails})`

/** Returns the members of a tenant who answer requests, with their verified addresses. */
const approversOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['appUser.id as userId', 'appUser.userName', 'appUser.email', 'appUser.language'])
    .where('tenantUser.tenantId', '=', tenantId)
    .where(isActiveMember())
    .where('appUser.emailValid', '=', verified)
    .where('appUser.emailKey', 'is not', null)
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where(holdsIn({ userId: sql.ref('appUser.id'), tenantId: sql.val(tenantId) }, 'accessRequest'))
    .orderBy('appUser.id')
    .execute()

/** Returns those of the requests that a user may answer, as a mail names them. */
const requestsFor = (trx: Trx, tenantId: string, ids: readonly string[], userId: string) =>
  trx
    .selectFrom('accessRequest')
    .innerJoin('software', 'software.id', 'accessRequest.softwareId')
    .select(['accessRequest.personName as person', 'accessRequest.studyName as study'])
    .select([nameIn('zh', 'software.softwareName').as('zh'), nameIn('en', 'software.softwareName').as('en')])
    .where('accessRequest.tenantId', '=', tenantId)
    .where('accessRequest.id', '=', sql<string>`any(${ids})`)
    .where(isOfAnother({ userId }))
    .where(isRequestShownTo({ userId }))
    .orderBy('accessRequest.createdAt')
    .orderBy('accessRequest.id')
    .execute()

/** Mails the due requests of a tenant to its approvers. @returns the number of mails */
async function remind(trx: Trx, tenantId: string, { outbox }: Services): Promise<number> {
  const due = await trx
    .updateTable('accessRequest')
    .set({ reminded: dueMails })
    .where('tenantId', '=', tenantId)
    .where(isDue)
    .returning('id')
    .execute()
  const { tenantName } = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const ids = due.map(({ id }) => id)
  let mails = 0
  for (const { userId, userName, email, ...approver } of await approversOf(trx, tenantId)) {
    const requests = await requestsFor(trx, tenantId, ids, userId)
    if (requests.length === 0) continue
    const language = languageOf(approver.language)
    const named = requests.slice(0, maxNamed).map(({ person, study, ...software }) => ({
      ...{ person, study },
      software: software[language],
    }))
    await outbox.queueMessage(trx, {
      kind: 'email',
      to: email,
      language,
      tenantId,
      template: 'accessRequested',
      params: { userName, tenantName, requests: named, count: requests.length },
    })
    mails += 1
  }
  return mails
}

const tenantsWithDue = async (trx: Trx): Promise<string[]> => {
  const rows = await trx
    .selectFrom('accessRequest')
    .select('tenantId')
    .distinct()
    .where('state', '=', 'requested')
    .where(isDue)
    .orderBy('tenantId')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * Ends requests that have expired, and mails approvers the new requests and those that expire soon. Each tenant has one
 * transaction that records the reminders and queues the mails.
 */
export const accessRequestReminder: JobHandler = {
  beanName: 'accessRequests',
  methodName: 'remind',
  desc: 'job.handler.accessRequests.remind',
  run: async ({ services, signal }) => {
    const ended = await endRequests(services, {}, signal)
    let messages = 0
    for (const tenantId of await inTransaction(services.db, asSystem, tenantsWithDue, { readOnly: true })) {
      signal.throwIfAborted()
      messages += await inTransaction(services.db, asSystem, (trx) => remind(trx, tenantId, services))
    }
    return { key: 'job.outcome.accessRequestsReminded', params: { ended, messages } }
  },
}
