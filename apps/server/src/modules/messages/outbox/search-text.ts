import { sql } from 'kysely'
import { type SearchedText, searchedColumns } from '../../../platform/database/search.ts'

/** Text covered by the search in messages: recipient and subject. */
export const messageSearchText: SearchedText = {
  index: 'message_search_folded',
  indexed: sql`fold_text(message_search_text(message.recipient, message.subject))`,
  parts: searchedColumns('message.recipient', 'message.subject'),
}

/** Text covered by the search in subjects of e-mails. */
export const messageSubjectText: SearchedText = {
  index: 'message_subject_search_folded',
  indexed: sql`fold_text(message.subject)`,
  parts: searchedColumns('message.subject'),
}
