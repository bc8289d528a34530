import type { FastifyBaseLogger } from 'fastify'
import type { QueueDatabase } from '../database/index.ts'
import type { Services } from '../http/index.ts'
import { type MessageWorker, type Sender, startMessageWorker } from '../messages/index.ts'

interface MessagesOptions extends Pick<Services, 'db' | 'secrets'> {
  readonly senders: readonly Sender[]
  readonly logger: FastifyBaseLogger
  readonly queue: QueueDatabase
}

/** Starts to send what is in the outbox. */
export const startMessages = ({
  senders,
  db,
  queue,
  secrets,
  logger,
}: MessagesOptions): Promise<MessageWorker> =>
  startMessageWorker({
    db,
    queue,
    secrets,
    senders,
    onFailedAttempt: (attempt) => logger.warn(attempt, 'message not delivered'),
    onError: (error) => logger.error({ err: error }, 'messages held up'),
  })
