import { globalTenantId, languageOf, reviewReminderDays } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'

const dayLength = 86_400_000

/** Returns the number of days from today until a last day. */
export const daysUntil = (lastDay: string, today: string): number =>
  Math.round((Date.parse(lastDay) - Date.parse(today)) / dayLength)

/** Returns the reminder that is due so many days before the end; null if none is. A short review is reminded once less. */
export const dueReminder = (daysLeft: number): number | null =>
  reviewReminderDays.toReversed().find((days) => daysLeft <= days) ?? null

/** A review, as its mails name it. */
interface Named {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly lastDay: string
}

/**
 * Sends a mail to each reviewer of an open review who still has to decide on something.
 * @param daysLeft days until the last day, for a reminder; undefined when the review opens
 * @returns the number of mails
 */
export async function notifyReviewers(
  trx: Trx,
  { outbox }: Pick<Services, 'outbox'>,
  { tenantId, id, name, lastDay }: Named,
  daysLeft?: number,
): Promise<number> {
  const reviewers = await trx
    .selectFrom('accessReviewItem')
    .innerJoin('appUser', 'appUser.id', 'accessReviewItem.reviewerId')
    .select(['appUser.userName', 'appUser.email', 'appUser.language'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accessReviewItem.tenantId', '=', tenantId)
    .where('accessReviewItem.reviewId', '=', id)
    .where('accessReviewItem.answer', 'is', null)
    .where('appUser.email', '<>', '')
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .groupBy('appUser.id')
    .orderBy('appUser.id')
    .execute()
  const tenant =
    tenantId === globalTenantId
      ? undefined
      : await trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId).executeTakeFirst()
  for (const { userName, email, language, count } of reviewers)
    await outbox.queueMessage(trx, {
      ...{ kind: 'email', to: email, language: languageOf(language), tenantId },
      template: 'accessReview',
      params: { userName, tenantName: tenant?.tenantName ?? '', name, count, lastDay, daysLeft },
    })
  return reviewers.length
}
