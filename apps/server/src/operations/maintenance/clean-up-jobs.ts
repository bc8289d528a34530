import { sql } from 'kysely'
import { JobFailure, type JobHandler, type JobRun } from '../../modules/jobs/index.ts'
import { isMessageFree, isPersonFree } from '../../modules/legal-holds/index.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { deleteExpired, type ExpiredRows } from './expired-rows.ts'

/** Maximum age in the params, in days. */
const maxDays = 36_500

/**
 * Parses the age in the params of a clean-up, such as `days=180`.
 * @returns the age in days; the profile's age by default
 * @throws JobFailure for other params
 */
function daysOf(params: string, usual: number): number {
  if (params.trim() === '') return usual
  const days = Number(/^\s*days\s*=\s*([1-9]\d{0,4})\s*$/.exec(params)?.[1])
  if (!(days <= maxDays)) throw new JobFailure({ key: 'job.outcome.daysExpected', params: { days: usual } })
  return days
}

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
