import { sql } from 'kysely'
import { daysOf, type JobHandler, type JobRun } from '../../modules/jobs/index.ts'
import { isMessageFree, isPersonFree } from '../../modules/legal-holds/index.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { deleteExpired, type ExpiredRows } from './expired-rows.ts'

/** Deletes in rounds, so that each transaction stays short. */
async function deleteAll({ services, signal }: JobRun, rows: ExpiredRows) {
  let count = 0
  for (let isFull = true; isFull; ) {
    signal.throwIfAborted()
    const round = await inTransaction(services.db, asSystem, (trx) => deleteExpired(trx, rows))
    count += round.count
    isFull = round.isFull
  }
  return count
}

/** Deletes sessions that ended long ago, unless a legal hold keeps them. `days` in the params sets the age. */
export const sessionCleanUp: JobHandler = {
  beanName: 'sessions',
  methodName: 'cleanUp',
  desc: 'job.handler.sessions.cleanUp',
  run: async (run) => {
    const days = daysOf(run.params, run.services.profile.retention.sessionDays)
    const when = sql<boolean>`expires_at < now() - make_interval(days => ${days}) and ${isPersonFree('userId')}`
    const count = await deleteAll(run, { table: 'session', key: ['tokenHash'], when })
    return { key: 'job.outcome.sessionsDeleted', params: { count } }
  },
}

/**
 * Deletes delivered and failed messages with their attempts after some days. Pending messages stay, and those that a
 * legal hold keeps.
 */
export const messageCleanUp: JobHandler = {
  beanName: 'messages',
  methodName: 'cleanUp',
  desc: 'job.handler.messages.cleanUp',
  run: async (run) => {
    const days = daysOf(run.params, run.services.profile.retention.messageDays)
    // The condition on the kind is needed for PostgreSQL to use the indexes of the lists.
    const when = sql<boolean>`kind in ('email', 'sms') and state in ('delivered', 'failed')
      and created_at < now() - make_interval(days => ${days}) and ${isMessageFree}`
    const count = await deleteAll(run, { table: 'message', key: ['tenantId', 'id'], when })
    return { key: 'job.outcome.messagesDeleted', params: { count } }
  },
}
