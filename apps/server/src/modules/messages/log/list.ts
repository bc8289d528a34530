import { isArrive, mailList, type RequestOf, smsList, softwareCodes } from '@atrium/contract'
import { type SqlBool, sql } from 'kysely'
import { inOrder, inPeriod, inTenants, keysOfPage, orderOf } from '../../../platform/crud/index.ts'
import type { Search } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { searchedContact } from '../../identity/identifiers/index.ts'
import { type MessageKind, messageSearchText, messageSubjectText } from '../index.ts'
import { presentedMessages, toMessage } from './present.ts'
import { messagesShownTo } from './shown.ts'

type Filters = Omit<RequestOf<typeof smsList>, 'phone'>

/** Required parts of a call's `Work`. */
type Asking = Pick<Work<never>, 'trx' | 'as' | 'caller' | 'language' | 'services' | 't'>

const messageOrder = orderOf('message', smsList, {}, [])

/** Returns the product id stored with messages; null for the user centre, which is the suite itself. */
async function productOf(trx: Trx, softId: string): Promise<string | null> {
  const found = await trx.selectFrom('software').select('webCode').where('id', '=', softId).executeTakeFirst()
  return found?.webCode === softwareCodes.account ? null : softId
}

/** Selects the messages of a kind that match the filters, before the text search. */
async function listedMessages({ trx, as, caller, services }: Asking, kind: MessageKind, input: Filters) {
  const product = input.softId === '' ? undefined : await productOf(trx, input.softId)
  const shown = await messagesShownTo({ trx, caller })
  return (
    trx
      .selectFrom('message')
      // Use literals, so that the planner can use partial indexes.
      .where('message.kind', '=', sql.lit(kind))
      .where(inTenants(as, 'message.tenantId'))
      .where(shown)
      // Two separate conditions can each use an index, unlike a combined one.
      .$if(product === null, (messages) => messages.where('message.softwareId', 'is', null))
      .$if(typeof product === 'string', (messages) =>
        messages.where('message.softwareId', '=', product ?? null),
      )
      .$if(input.isArrive === isArrive.yes, (messages) => messages.where('message.state', '=', 'delivered'))
      .$if(input.isArrive === isArrive.no, (messages) =>
        messages.where(sql<SqlBool>`message.state <> 'delivered'`),
      )
      .where(inPeriod('message.createdAt', input, services.profile.timeZone))
  )
}

/** Returns one page of the messages of a kind, newest first. */
async function listMessages(asking: Asking, kind: MessageKind, input: Filters, searches: readonly Search[]) {
  const { trx, language, services, t } = asking
  const rows = await listedMessages(asking, kind, input)
  const order = messageOrder(input)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = trx.selectFrom('message').where('message.id', '=', sql<string>`any(${ids})`)
  const list = await presentedMessages(inOrder(page, order), language).execute()
  return { list: list.map((message) => toMessage(message, { t, language, services })), ...counts }
}

/** POST /sms/list. */
export const smsListRoute = handle(smsList, (work) => {
  const keywords = [work.input.keyWord, work.input.phone]
  return listMessages(
    work,
    'sms',
    work.input,
    keywords.map((keyword) => ({ text: messageSearchText, keyword: searchedContact(keyword) })),
  )
})

/** POST /mail/list. */
export const mailListRoute = handle(mailList, (work) =>
  listMessages(work, 'email', work.input, [
    { text: messageSearchText, keyword: searchedContact(work.input.keyWord) },
    { text: messageSubjectText, keyword: work.input.subject },
  ]),
)
