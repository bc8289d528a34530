import type { Profile } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/index.ts'
import type { QueueDatabase } from '../database/index.ts'
import type { Services } from '../http/index.ts'
import { type MessageKind, type MessageWorker, sendersOf, startMessageWorker } from '../messages/index.ts'

interface MessagesOptions extends Pick<Services, 'db' | 'secrets'> {
  readonly config: Config
  readonly profile: Profile
  readonly logger: FastifyBaseLogger
  readonly queue: QueueDatabase
}

interface StartedMessages {
  readonly worker: MessageWorker
  /** The kinds that nothing is configured for. */
  readonly waiting: readonly MessageKind[]
}

const kinds: readonly MessageKind[] = ['email', 'sms']

/** Starts to send what is in the outbox. @throws StartupError where a way out is configured wrongly */
export async function startMessages(options: MessagesOptions): Promise<StartedMessages> {
  const { config, profile, db, queue, secrets, logger } = options
  const senders = sendersOf(config, profile)
  const worker = await startMessageWorker({
    db,
    queue,
    secrets,
    senders,
    onFailedAttempt: (attempt) => logger.warn(attempt, 'message not delivered'),
    onError: (error) => logger.error({ err: error }, 'messages held up'),
  })
  return { worker, waiting: kinds.filter((kind) => !senders.some((sender) => sender.kind === kind)) }
}
