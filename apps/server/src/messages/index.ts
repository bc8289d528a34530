export {
  createOutbox,
  type Mail,
  type Message,
  type MessageKind,
  type Outbox,
  type Sms,
} from './outbox/index.ts'
export type { Sender } from './sender.ts'
export { sendersOf } from './senders.ts'
export type { TemplateName, TemplateParams } from './templates/index.ts'
export { type MessageWorker, startMessageWorker } from './worker/index.ts'
