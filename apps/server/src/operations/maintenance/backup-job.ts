import { JobFailure, type JobHandler } from '../../modules/jobs/index.ts'
import { BackupUnderWay, ExternalDatabase } from '../backup/index.ts'

/** Number of backups to keep by default. */
const defaultKeep = 7

/** Parses params such as `keep=7`. @throws JobFailure for other params */
function keepOf(params: string): number {
  if (params.trim() === '') return defaultKeep
  const keep = /^\s*keep\s*=\s*([1-9]\d{0,3})\s*$/.exec(params)?.[1]
  if (keep === undefined)
    throw new JobFailure({ key: 'job.outcome.keepExpected', params: { keep: defaultKeep } })
  return Number(keep)
}

/** Backs up the deployment into its backups folder and removes the oldest backups there. Needs the embedded database. */
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
      if (error instanceof ExternalDatabase)
        throw new JobFailure({ key: 'job.outcome.backupExternal' }, error)
      const reason = String((error as Partial<Error>)?.message ?? error)
      throw new JobFailure({ key: 'job.outcome.backupFailed', params: { reason } }, error)
    }
  },
}
