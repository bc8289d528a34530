import { languageOf, trainingReminderDays } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { verified } from '../identity/identifiers/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { lastDayBefore } from './days.ts'
import { memberAccess } from './people.ts'

/** Maximum number of trainings that a mail names. */
const maxNamed = 20

const [firstDays] = trainingReminderDays

/**
 * SQL for the due reminder that is nearest to an instant; earlier ones are skipped.
 * @param at column of the instant
 */
const dueReminder = (at: string): RawBuilder<number> =>
  sql<number>`case ${sql.join(
    trainingReminderDays
      .toReversed()
      .map(
        (days) =>
          sql`when ${sql.ref(at)} <= now() + make_interval(days => ${sql.lit(days + 1)}) then ${sql.lit(days)}`,
      ),
    sql` `,
  )} end`

/**
 * SQL condition: a reminder of an instant is due and not yet sent.
 * @param at column of the instant
 * @param reminded column of the latest reminder
 */
const isDue = (at: string, reminded: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(at)} > now() and ${sql.ref(at)} <= now() + make_interval(days => ${sql.lit(firstDays + 1)})
  and (${sql.ref(reminded)} is null or ${sql.ref(reminded)} > ${dueReminder(at)}))`

const endIsDue = sql<SqlBool>`(${isDue('training_evidence.valid_until', 'training_evidence.reminded')}
  and training_evidence.revoked_at is null)`
const beginIsDue = isDue('training_requirement.applies_at', 'training_requirement.reminded')

/** A person's access to a study in a product that stops without a training. */
interface Stopping {
  readonly userId: string
  /** When it stops. */
  readonly until: Date
  readonly training: string
  readonly study: string
  readonly zh: string
  readonly en: string
}

/**
 * Records the due reminders of a tenant as sent.
 * @returns access that stops; none by evidence that no role needs or that later evidence replaces
 */
async function takeStopping(trx: Trx, tenantId: string): Promise<Stopping[]> {
  const { rows } = await sql<Stopping>`
    with ending as (
      update training_evidence set reminded = ${dueReminder('valid_until')}
      where tenant_id = ${tenantId} and ${endIsDue}
      returning tenant_id, training_id, user_id, valid_until),
    beginning as (
      update training_requirement set reminded = ${dueReminder('applies_at')}
      where tenant_id = ${tenantId} and ${beginIsDue}
      returning tenant_id, study_url_id, training_id, role_id, applies_at),
    stopping as (
      select access.*, ending.training_id, ending.valid_until as until
      from ending
      join ${memberAccess} access on access.tenant_id = ending.tenant_id and access.user_id = ending.user_id
      where exists (
          select from required_trainings(access.tenant_id, access.study_url_id, access.applied) r
          where r.training_id = ending.training_id)
        and not exists (
          select from training_evidence later
          where later.tenant_id = ending.tenant_id and later.training_id = ending.training_id
            and later.user_id = ending.user_id and later.revoked_at is null
            and (later.valid_until is null or later.valid_until > ending.valid_until))
      union all
      select access.*, beginning.training_id, beginning.applies_at
      from beginning
      join ${memberAccess} access on access.tenant_id = beginning.tenant_id
        and access.study_url_id = beginning.study_url_id
      where grants_role(access.applied, beginning.role_id)
        and not has_training(access.tenant_id, beginning.training_id, access.member_id))
    select distinct stopping.user_id as "userId", stopping.until, training.name as training, stopping.study,
      stopping.zh, stopping.en
    from stopping
    join training on training.tenant_id = stopping.tenant_id and training.id = stopping.training_id
    order by 1, 2, 3, 4`.execute(trx)
  return rows
}

/** Mails the due reminders of a tenant to the people themselves. @returns the number of mails */
async function remind(trx: Trx, tenantId: string, { outbox, profile }: Services): Promise<number> {
  const stopping = Map.groupBy(await takeStopping(trx, tenantId), ({ userId }) => userId)
  if (stopping.size === 0) return 0
  const { tenantName } = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const people = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'language'])
    .where('id', '=', sql<string>`any(${[...stopping.keys()]})`)
    .where('emailValid', '=', verified)
    .where('emailKey', 'is not', null)
    .where(sql<boolean>`can_sign_in(id)`)
    .orderBy('id')
    .execute()
  for (const { id, userName, email, ...person } of people) {
    const language = languageOf(person.language)
    const own = stopping.get(id) ?? []
    const trainings = own.slice(0, maxNamed).map(({ training, study, until, ...software }) => ({
      ...{ training, study, software: software[language] },
      lastDay: lastDayBefore(profile.timeZone, until),
    }))
    await outbox.queueMessage(trx, {
      kind: 'email',
      to: email,
      language,
      tenantId,
      template: 'trainingsDue',
      params: { userName, tenantName, trainings, count: own.length },
    })
  }
  return people.length
}

const tenantsWithDue = async (trx: Trx): Promise<string[]> => {
  const rows = await trx
    .selectFrom('trainingEvidence')
    .select('tenantId')
    .where(endIsDue)
    .union(trx.selectFrom('trainingRequirement').select('tenantId').where(beginIsDue))
    .orderBy('tenantId')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * Reminds people before required evidence ends, and before a requirement begins that they do not meet. Each tenant has one
 * transaction that records the reminders and queues the mails.
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
