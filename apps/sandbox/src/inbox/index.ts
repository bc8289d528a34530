export { createInbox, type Inbox, type Wanted } from './inbox.ts'
export type { Message, Received } from './message.ts'
