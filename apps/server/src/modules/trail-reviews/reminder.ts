import { globalTenantId, languageOf, trailReviewReminderDays } from '@atrium/contract'
import { sql } from 'kysely'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn, platformAdministrator, tenantAdministrator } from '../access/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { daysLater, dueStates } from './list.ts'
import { reviewersIn } from './reviewers.ts'

/** Returns the reminder that is due on a day; null if none is, as after the due day. */
function dueReminder(dueDay: string, today: string): number | null {
  if (dueDay < today) return null
  return trailReviewReminderDays.toReversed().find((days) => dueDay <= daysLater(today, days)) ?? null
}

interface Reminded {
  readonly tenantId: string
  readonly reviewers: readonly string[]
}

/** Returns who is reminded: the named reviewers, or the administrators. */
const recipientsOf = (trx: Trx, { tenantId, reviewers }: Reminded) =>
  reviewersIn(trx, tenantId)
    .select(['appUser.userName', 'appUser.email', 'appUser.language'])
    .where('appUser.email', '<>', '')
    .where((eb) =>
      reviewers.length > 0
        ? eb('appUser.id', '=', sql<string>`any(${[...reviewers]})`)
        : eb.exists(
            eb
              .selectFrom('openRole')
              .select('openRole.userId')
              .whereRef('openRole.userId', '=', 'appUser.id')
              .$if(tenantId === globalTenantId, (query) =>
                query.where('openRole.roleId', '=', platformAdministrator.id),
              )
              .$if(tenantId !== globalTenantId, (query) =>
                query
                  .where('openRole.tenantId', '=', tenantId)
                  .where('openRole.roleId', '=', tenantAdministrator.id),
              ),
          ),
    )
    .orderBy('appUser.id')
    .execute()

/** Sends the due reminder of a review. @returns the number of mails */
async function remind(
  trx: Trx,
  { outbox, profile }: Services,
  key: { readonly tenantId: string; readonly id: string },
): Promise<number> {
  const review = await trx
    .selectFrom('trailReview')
    .selectAll()
    .where('tenantId', '=', key.tenantId)
    .where('id', '=', key.id)
    .where('state', 'in', dueStates)
    .forUpdate()
    .executeTakeFirst()
  if (!review) return 0
  const { tenantId, id, name, dueDay, reminded } = review
  const due = dueReminder(dueDay, daysIn(profile.timeZone).today())
  if (due === null || (reminded !== null && reminded <= due)) return 0
  await trx
    .updateTable('trailReview')
    .set({ reminded: due })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute()
  const recipients = await recipientsOf(trx, review)
  const tenant =
    tenantId === globalTenantId
      ? undefined
      : await trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId).executeTakeFirst()
  for (const { userName, email, language } of recipients)
    await outbox.queueMessage(trx, {
      ...{ kind: 'email', to: email, language: languageOf(language), tenantId },
      template: 'trailReview',
      params: { userName, tenantName: tenant?.tenantName ?? '', name, dueDay },
    })
  return recipients.length
}

/**
 * Reminds reviewers 14 and 3 days before the due day. Each reminder is recorded in the transaction that queues its mails,
 * so that it is sent exactly once.
 */
export const trailReviewReminder: JobHandler = {
  beanName: 'trailReviews',
  methodName: 'remind',
  desc: 'job.handler.trailReviews.remind',
  run: async ({ services, signal }) => {
    const { db, profile } = services
    const today = daysIn(profile.timeZone).today()
    const find = (trx: Trx) =>
      trx
        .selectFrom('trailReview')
        .select(['tenantId', 'id'])
        .where('state', 'in', dueStates)
        .where('dueDay', '>=', today)
        .where('dueDay', '<=', daysLater(today, trailReviewReminderDays[0]))
        .orderBy('dueDay')
        .orderBy('id')
        .execute()
    let messages = 0
    for (const key of await inTransaction(db, asSystem, find, { readOnly: true })) {
      signal.throwIfAborted()
      messages += await inTransaction(db, asSystem, (trx) => remind(trx, services, key))
    }
    return { key: 'job.outcome.trailReviewsReminded', params: { messages } }
  },
}
