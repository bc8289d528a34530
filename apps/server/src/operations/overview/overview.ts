import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DiskFigures,
  messageChannels,
  operationsOverview,
  type StorageKind,
  storageKinds,
} from '@atrium/contract'
import { fileFigures } from '../../modules/files/index.ts'
import { troubledJobs } from '../../modules/jobs/index.ts'
import { deliveredFigures, messageFigures } from '../../modules/messages/log/index.ts'
import { releaseAlarms } from '../../modules/releases/index.ts'
import { isBlindedAnywhere } from '../../modules/studies/blinding/index.ts'
import { inTransaction, type Trx } from '../../platform/database/index.ts'
import { handleOwn } from '../../platform/http/route.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { callSums, livingProcesses, sealFigures, storageFigures, toProcess } from './read.ts'

/** Time limit of each statement, in milliseconds. */
const responseLimit = 1_000

/** Disk checks in progress, by folder. */
const pendingChecks = new Map<string, Promise<StatsFs>>()

/**
 * Runs one check at a time per folder, since each check that hangs blocks one of the few threads that also hash
 * passwords.
 */
function statOnce(folder: string): Promise<StatsFs> {
  const found = pendingChecks.get(folder)
  if (found) return found
  const stat = statfs(folder).finally(() => pendingChecks.delete(folder))
  pendingChecks.set(folder, stat)
  return stat
}

/**
 * Reads the free space of each storage volume.
 * @returns null if a volume does not respond, such as a network volume
 */
function diskFigures({
  services,
  log,
}: Pick<OwnWork<never>, 'services' | 'log'>): Promise<DiskFigures[] | null> {
  const disks = storageKinds.flatMap((of) => {
    const folder = services.folders[of]
    return folder === undefined ? [] : [{ of, folder }]
  })
  const read = disks.map(async ({ of, folder }) => {
    // `bavail` excludes the free space that is reserved for the system.
    const { bsize, blocks, bavail } = await statOnce(folder)
    return { of, free: bavail * bsize, total: blocks * bsize }
  })
  return Promise.race([Promise.all(read), sleep(responseLimit, null, { ref: false })]).catch((error) => {
    log.warn({ err: error }, 'disk usage could not be read')
    return null
  })
}

/**
 * Reads a part in its own transaction. Returns null if that fails or takes too long, so that the other parts still
 * arrive.
 */
const partsOf =
  ({ as, services, log }: Pick<OwnWork<never>, 'as' | 'services' | 'log'>) =>
  <Part>(name: string, read: (trx: Trx) => Promise<Part>): Promise<Part | null> =>
    inTransaction(services.db, as, read, { readOnly: true, statementLimit: `${responseLimit}ms` }).catch(
      (error) => {
        log.warn({ part: name, err: error }, 'part of the operations overview could not be read')
        return null
      },
    )

/**
 * GET /operations/overview. Reads the parts one after the other, so that many viewers do not exhaust the connection
 * pool.
 */
export const operationsRoute = handleOwn(operationsOverview, async (work) => {
  const { input, caller, services, language, t } = work
  const { range } = input
  const part = partsOf(work)
  const isBlinded = await isBlindedAnywhere(services.db, caller)
  // Recipients of messages and failures of jobs are shown only to callers who may list them.
  const listed = messageChannels.filter((channel) => caller.menus.has(channel))
  const messages = await part('messages', (trx) =>
    messageFigures({ trx, language, services, t, isBlinded }, range, listed),
  )
  const delivered =
    messages && (await part('delivered', (trx) => deliveredFigures({ trx, isBlinded }, range)))
  const jobs = await part('jobs', (trx) => troubledJobs({ trx, language, t }))
  return {
    time: new Date().toISOString(),
    alarms: await part('alarms', (trx) => releaseAlarms(trx, services.profile)),
    calls: await part('calls', async (trx) => {
      const { step, steps, areas } = await callSums(trx, range)
      return {
        step,
        steps: steps.map(({ of, ...counts }) => ({ time: of.toISOString(), ...counts })),
        areas: areas.map(({ of, ...counts }) => ({ area: of, ...counts })),
      }
    }),
    messages: messages && {
      ...messages,
      channels: messages.channels.map((figures) => ({
        ...figures,
        delivered: delivered?.get(figures.channel) ?? null,
      })),
    },
    seals: await part('seals', (trx) => sealFigures(trx, isBlinded)),
    jobs: jobs && (caller.menus.has('task') ? jobs : jobs.map((job) => ({ ...job, failure: '' }))),
    processes: await part('processes', async (trx) => (await livingProcesses(trx)).map(toProcess)),
    storage: await part('storage', (trx) => storageFigures(trx, isBlinded)),
    files: await part('files', (trx) => fileFigures(trx)),
    disks: await diskFigures(work),
  }
})

declare module '../../platform/http/work.ts' {
  interface Services {
    /** Storage folders on this machine. */
    readonly folders: Readonly<Partial<Record<StorageKind, string>>>
  }
}
