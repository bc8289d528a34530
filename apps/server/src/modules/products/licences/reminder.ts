import { type Language, languageOf } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { administratorsOf } from './administrators.ts'
import { reminderDays, today } from './state.ts'

/** Number of days until a licence ends; 0 on its last day. */
const daysLeft = (timeZone: string): RawBuilder<number> => sql`(end_time - ${today(timeZone)})`

/** Selects the due reminder that is nearest to the end; earlier ones are skipped. */
const dueReminder = (timeZone: string): RawBuilder<number> => {
  const nearestFirst = reminderDays.toReversed()
  const cases = nearestFirst.map(
    (days) => sql`when ${daysLeft(timeZone)} <= ${sql.lit(days)} then ${sql.lit(days)}`,
  )
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** SQL condition: a reminder is due and not yet sent. Reminders sent for an earlier end date do not count. */
const isDue = (timeZone: string): RawBuilder<SqlBool> => sql`
  is_enable and end_time between ${today(timeZone)} and ${today(timeZone)} + ${sql.lit(reminderDays[0])}
  and (reminded_end is distinct from end_time or reminded_days > ${dueReminder(timeZone)})`

interface LicenceKey {
  readonly tenantId: string
  readonly id: string
}

/** Records that a licence's reminder is sent. If two processes do so concurrently, the second gets undefined. */
const takeReminder = (trx: Trx, { tenantId, id }: LicenceKey, timeZone: string) =>
  trx
    .updateTable('tenantSoftware')
    .set({ remindedEnd: sql`end_time`, remindedDays: dueReminder(timeZone) })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where(isDue(timeZone))
    .returning(['softwareId', sql<string>`end_time`.as('endTime'), daysLeft(timeZone).as('daysLeft')])
    .executeTakeFirst()

interface Holder {
  /** Empty for the contact, who may have no account. */
  readonly userName: string
  readonly email: string
  readonly language: Language
}

/** Returns the tenant's active administrators and its contact, each address once. */
async function holdersOf(trx: Trx, tenantId: string, contact: string): Promise<readonly Holder[]> {
  const administrators = await administratorsOf(trx, tenantId)
  // A tenant has no language of its own, so its contact is addressed in Chinese.
  const people = [...administrators, { userName: '', email: contact, language: 'zh' }].filter(
    ({ email }) => email !== '',
  )
  // If the contact is also an administrator, the administrator's language is used.
  const byAddress = new Map(people.toReversed().map((person) => [emailKey(person.email), person]))
  return [...byAddress.values()].map(({ language, ...holder }) => ({
    ...holder,
    language: languageOf(language),
  }))
}

/**
 * Sends the reminder of one licence.
 * @returns the number of recipients; undefined if another process has sent it
 */
async function remind(trx: Trx, licence: LicenceKey, services: Services): Promise<number | undefined> {
  const { tenantId } = licence
  const due = await takeReminder(trx, licence, services.profile.timeZone)
  if (!due) return undefined
  const { softwareId, endTime, daysLeft } = due
  const { tenantName, email, zh, en } = await trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select(['tenantName', 'email'])
    .select([nameIn('zh', 'software.softwareName').as('zh'), nameIn('en', 'software.softwareName').as('en')])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const holders = await holdersOf(trx, tenantId, email)
  for (const { userName, email: to, language } of holders) {
    const params = { userName, tenantName, softwareName: { zh, en }[language], endTime, daysLeft }
    await services.outbox.queueMessage(trx, {
      kind: 'email',
      to,
      language,
      tenantId,
      softwareId,
      template: 'licenceEnding',
      params,
    })
  }
  return holders.length
}

/**
 * Reminds administrators and contacts 30, 7 and 1 days before a licence ends. Each licence has one transaction that
 * records the reminder and queues its messages, so that it is sent exactly once even if the run fails.
 */
export const licenceReminder: JobHandler = {
  beanName: 'licences',
  methodName: 'remind',
  desc: 'job.handler.licences.remind',
  run: async ({ services, signal }) => {
    const { db, profile } = services
    const due = await inTransaction(
      db,
      asSystem,
      (trx) =>
        trx
          .selectFrom('tenantSoftware')
          .select(['tenantId', 'id'])
          .where(isDue(profile.timeZone))
          .orderBy('endTime')
          .orderBy('id')
          .execute(),
      { readOnly: true },
    )
    let licences = 0
    let messages = 0
    for (const licence of due) {
      signal.throwIfAborted()
      const sent = await inTransaction(db, asSystem, (trx) => remind(trx, licence, services))
      if (sent === undefined) continue
      licences += 1
      messages += sent
    }
    return { key: 'licence.done.reminded', params: { licences, messages } }
  },
}
