import { JobFailure, type JobHandler } from '../../modules/jobs/index.ts'
import { BackupUnderWay } from '../backup/index.ts'

/** How many backups stay where the params say nothing else. */
const usual = 7

/** How many backups the params say to keep, as `keep=7`. @throws JobFailure where they say something else */
function keepOf(params: string): number {
  if (params.trim() === '') return usual
  const keep = /^\s*keep\s*=\s*([1-9]\d{0,3})\s*$/.exec(params)?.[1]
  if (keep === undefined) throw new JobFailure({ key: 'job.outcome.keepExpected', params: { keep: usual } })
  return Number(keep)
}

/** Backs the deployment up into its own folder of backups, and removes the oldest there. */
export const nightlyBackup: JobHandler = {
  beanName: 'backups',
  methodName: 'make',
  desc: 'job.handler.backups.make',
  run: async ({ services: { backUp }, params, signal }) => {
    const keep = keepOf(params)
    try {
      const { folder, bytes, removed } = await backUp({ keep, signal })
      const megabytes = Math.ceil(bytes / 1_000_000)
      return { key: 'job.outcome.backedUp', params: { folder, megabytes, removed } }
    } catch (error) {
      if (error instanceof BackupUnderWay) throw new JobFailure({ key: 'job.outcome.backupUnderWay' }, error)
      const reason = String((error as Partial<Error>)?.message ?? error)
      throw new JobFailure({ key: 'job.outcome.backupFailed', params: { reason } }, error)
    }
  },
}
