import { sql } from 'kysely'

/** What contains-search on messages looks at: recipient and subject. The index `message_search` is over it. */
export const messageSearchText = sql<string>`message_search_text(message.recipient, message.subject)`
