import { languageOf, trainingReminderDays } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { isActiveMember } from '../access/index.ts'
import { verified } from '../identity/identifiers/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { lastDayBefore } from './days.ts'

/** Maximum number of trainings that a mail names. */
const maxNamed = 20

const [firstDays] = trainingReminderDays

/** SQL for the due reminder that is nearest to the end; earlier ones are skipped. */
const dueReminder: RawBuilder<number> = sql<number>`case ${sql.join(
  trainingReminderDays
    .toReversed()
    .map(
      (days) =>
        sql`when valid_until <= now() + make_interval(days => ${sql.lit(days + 1)}) then ${sql.lit(days)}`,
    ),
  sql` `,
)} end`

/** SQL condition on evidence: a reminder of its end is due and not yet sent. */
const isDue = sql<boolean>`(training_evidence.revoked_at is null and training_evidence.valid_until > now()
  and training_evidence.valid_until <= now() + make_interval(days => ${sql.lit(firstDays + 1)})
  and (training_evidence.reminded is null or training_evidence.reminded > ${dueReminder}))`

/** Evidence that ends soon, and a study in a product that then stops. */
interface Ending {
  readonly userId: string
  readonly until: Date
  readonly training: string
  readonly study: string
  readonly zh: string
  readonly en: string
}

/**
 * Records the due reminders of a tenant as sent.
 * @returns what stops with the evidence; nothing of evidence that no role needs, or that later evidence replaces
 */
async function takeEndings(trx: Trx, tenantId: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      update training_evidence set reminded = ${dueReminder} where tenant_id = ${tenantId} and ${isDue}
      returning tenant_id, training_id, user_id, valid_until)
    select distinct due.user_id as "userId", due.valid_until as until, training.name as training,
      study.study_name as study, ${nameIn('zh', 'software.softwareName')} as zh,
      ${nameIn('en', 'software.softwareName')} as en
    from due
    join training on training.tenant_id = due.tenant_id and training.id = due.training_id
    join tenant_user on tenant_user.tenant_id = due.tenant_id and tenant_user.user_id = due.user_id
      and ${isActiveMember()}
    join study_user on study_user.tenant_id = due.tenant_id and study_user.tenant_user_id = tenant_user.id
    join study_url on study_url.tenant_id = due.tenant_id and study_url.id = study_user.study_url_id
    join study on study.tenant_id = due.tenant_id and study.id = study_url.study_id
    join software on software.id = study_url.software_id
    left join product_authorization a on a.tenant_id = due.tenant_id and a.study_url_id = study_url.id
      and a.tenant_user_id = tenant_user.id
    where exists (
        select from required_trainings(due.tenant_id, study_url.id, coalesce(a.accepted_grants, a.grants)) r
        where r.training_id = due.training_id)
      and not exists (
        select from training_evidence later
        where later.tenant_id = due.tenant_id and later.training_id = due.training_id
          and later.user_id = due.user_id and later.revoked_at is null
          and (later.valid_until is null or later.valid_until > due.valid_until))
    order by 1, 2, 3, 4`.execute(trx)
  return rows
}

/** Mails the due reminders of a tenant to the people themselves. @returns the number of mails */
async function remind(trx: Trx, tenantId: string, { outbox, profile }: Services): Promise<number> {
  const endings = Map.groupBy(await takeEndings(trx, tenantId), ({ userId }) => userId)
  if (endings.size === 0) return 0
  const { tenantName } = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const people = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'language'])
    .where('id', '=', sql<string>`any(${[...endings.keys()]})`)
    .where('emailValid', '=', verified)
    .where('emailKey', 'is not', null)
    .where(sql<boolean>`can_sign_in(id)`)
    .orderBy('id')
    .execute()
  for (const { id, userName, email, ...person } of people) {
    const language = languageOf(person.language)
    const own = endings.get(id) ?? []
    const trainings = own.slice(0, maxNamed).map(({ training, study, until, ...software }) => ({
      ...{ training, study, software: software[language] },
      lastDay: lastDayBefore(profile.timeZone, until),
    }))
    await outbox.queueMessage(trx, {
      kind: 'email',
      to: email,
      language,
      tenantId,
      template: 'trainingEnding',
      params: { userName, tenantName, trainings, count: own.length },
    })
  }
  return people.length
}

const tenantsWithDue = async (trx: Trx): Promise<string[]> => {
  const rows = await trx
    .selectFrom('trainingEvidence')
    .select('tenantId')
    .distinct()
    .where(isDue)
    .orderBy('tenantId')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * Reminds people before required evidence ends. Each tenant has one transaction that records the reminders and queues the
 * mails.
 */
export const trainingReminder: JobHandler = {
  beanName: 'trainings',
  methodName: 'remind',
  desc: 'job.handler.trainings.remind',
  run: async ({ services, signal }) => {
    let messages = 0
    for (const tenantId of await inTransaction(services.db, asSystem, tenantsWithDue, { readOnly: true })) {
      signal.throwIfAborted()
      messages += await inTransaction(services.db, asSystem, (trx) => remind(trx, tenantId, services))
    }
    return { key: 'job.outcome.trainingsReminded', params: { messages } }
  },
}
