import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { testServices } from '../../../../../test-support/services.ts'
import { linkedProduct } from '../../../../app/test-kit/index.ts'
import { accessQueue } from '../../../../platform/database/queue.ts'
import { until } from '../../../messages/test-kit/index.ts'
import { startStudyUsers } from '../../../studies/study-users/test-kit/index.ts'
import { type AccessNotices, startAccessNotices } from '../worker.ts'
import { startNotifiedProduct } from './product.ts'

export { accepting, failing } from './product.ts'

/** Starts a suite with a study whose product is notified of changed rights. */
export async function startNotices() {
  const kit = await startStudyUsers()
  const { suite, study, foreign } = kit
  const { database } = suite
  const { owner } = database
  const edc = await linkedProduct(database, 'EDC')
  const product = await startNotifiedProduct(edc)
  const setApiUrl = (tenantUrlId: string, apiUrl = product.apiUrl) =>
    owner.updateTable('tenantUrl').set({ apiUrl }).where('id', '=', tenantUrlId).execute()
  for (const { tenantUrlId } of [study, foreign]) await setApiUrl(tenantUrlId)
  const workers: AccessNotices[] = []
  const errors: unknown[] = []

  /** Reads what is noted about a user at a domain. */
  const noteOf = (userId: string, { tenantUrlId } = study) =>
    owner
      .selectFrom('productAccess')
      .selectAll()
      .where('tenantUrlId', '=', tenantUrlId)
      .where('userId', '=', userId)
      .executeTakeFirst()
  const authorize = (tenantUserId: string, studySiteIds: string[] = kit.sites) =>
    kit.save({ tenantUserIds: [tenantUserId], studySiteIds })
  const countJobs = async (condition: RawBuilder<SqlBool>) => {
    const { rows } = await sql`select from pgboss.job
      where name = ${accessQueue} and state < 'active' and ${condition}`.execute(owner)
    return rows.length
  }
  /** Waits until a user's row has a state. @returns the row */
  const reached = async (userId: string, state: 'notified' | 'unsupported' | 'failed', of = study) => {
    await until(async () => (await noteOf(userId, of))?.state === state)
    return noteOf(userId, of)
  }

  return {
    ...kit,
    edc,
    product,
    errors,
    setApiUrl,
    noteOf,
    reached,
    authorize,
    /** Starts a worker, as in another process. */
    work: async () => {
      const { queue } = database
      const onError = (error: unknown) => errors.push(error)
      const services = testServices(database)
      const worker = await startAccessNotices({ services, queue, pollSeconds: 0.5, onError })
      workers.push(worker)
      return worker
    },
    stopWork: async () => {
      for (const worker of workers.splice(0)) await worker.stop(AbortSignal.abort())
    },
    /** Adds a user who is authorized at both sites, of which the product has been notified. */
    authorized: async () => {
      const user = await kit.colleague()
      await authorize(user.id)
      await reached(user.userId, 'notified')
      return user
    },
    /** Makes pending jobs due now. */
    skipPause: () =>
      sql`update pgboss.job set start_after = now() where name = ${accessQueue} and state < 'active'`.execute(
        owner,
      ),
    /** Waits until a user's attempts have failed at least a number of times. */
    failed: (userId: string, attempts: number) =>
      until(async () => ((await noteOf(userId))?.attempts ?? 0) >= attempts),
    pendingJobs: () => countJobs(sql`true`),
    /** Returns the number of jobs that will begin later. */
    delayedJobs: () => countJobs(sql`start_after > now()`),
    /** Deletes what is noted about all users, and the jobs, so that the next test begins with none. */
    forget: async () => {
      await owner.deleteFrom('productAccess').execute()
      await sql`delete from pgboss.job`.execute(owner)
    },
    close: async () => {
      product.close()
      await suite.close()
    },
  }
}

export type Notices = Awaited<ReturnType<typeof startNotices>>
