import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds of a core in one tick of /proc. */
const tick = 1000 / Number(execFileSync('getconf', ['CLK_TCK']))

interface ProcessTime {
  readonly parent: number
  /** Processor time of the process and of its ended children, in ms. */
  readonly time: number
}

/** The fields are those of `man 5 proc_pid_stat`; the name before them may contain spaces and brackets. */
async function timeOf(pid: number): Promise<ProcessTime | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), time: ticks * tick }
}

/** Returns the processor time of a process so far, including its threads, in ms. */
export const processorTime = async (pid: number): Promise<number> => (await timeOf(pid))?.time ?? 0

/**
 * Returns the processor time of the PostgreSQL server of a data folder so far, including all processes that it has
 * started, in ms.
 */
export async function databaseTime(dataDir: string): Promise<number> {
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const times = await Promise.all(pids.map(async (pid) => ({ pid, found: await timeOf(pid) })))
  return times
    .filter(({ pid, found }) => pid === postmaster || found?.parent === postmaster)
    .reduce((sum, { found }) => sum + (found?.time ?? 0), 0)
}
