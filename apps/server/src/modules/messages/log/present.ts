import { type Language, softwareCodes, type Translate } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Work } from '../../../platform/http/work.ts'
import { type ResendRejection, resendColumns, resendRejectionOf } from '../index.ts'

/** Returns the reason why a message cannot be resent, in the caller's language. */
export const reasonOf = (rejection: ResendRejection, maxSendCount: number, t: Translate): string =>
  t(`message.refusal.${rejection}`, { max: maxSendCount })

/**
 * Selects the columns of messages, with the names of their products in the given language. Apply it only to the rows
 * of one page.
 */
export const presentedMessages = (
  query: SelectQueryBuilder<Database, 'message', object>,
  language: Language,
) =>
  query
    .select(['message.id', 'message.recipient', 'message.subject', 'message.createdAt'])
    .select(resendColumns)
    .select((from) => {
      const name = from.selectFrom('software').select(nameIn(language, 'software.softwareName').as('name'))
      return from.fn
        .coalesce(
          name.whereRef('software.id', '=', 'message.softwareId'),
          // Messages without a product belong to the user centre, which is the suite itself.
          name.where('software.webCode', '=', softwareCodes.account),
        )
        .as('softName')
    })

type PresentedMessage = Awaited<ReturnType<ReturnType<typeof presentedMessages>['executeTakeFirstOrThrow']>>

/**
 * Converts a message for the response, with the fields of both SMS and e-mail. The response's schema removes the
 * others.
 */
export function toMessage(
  message: PresentedMessage,
  { t, language, services }: Pick<Work<never>, 't' | 'language' | 'services'>,
) {
  const { id, recipient, subject, state, softName, sendCount, maxSendCount, createdAt } = message
  const rejection = resendRejectionOf(message)
  return {
    id,
    to: recipient,
    phone: recipient,
    subject,
    softName: softName ?? services.profile.systemName[language],
    state,
    arriveDesc: t(`message.state.${state}`),
    sendCount,
    maxSendCount,
    resendRefusal: rejection === undefined ? '' : reasonOf(rejection, maxSendCount, t),
    createTime: createdAt.toISOString(),
  }
}
