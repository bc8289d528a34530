import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { installByApt } from '../../scripts/test/debian.ts'
import { type Changes, packagesOfPage } from './page.ts'

const isRoot = process.getuid?.() === 0

/** The user of the database: Patroni and PostgreSQL reject root. */
export const databaseUser: string | undefined = isRoot ? 'postgres' : undefined

/** haproxy gives up being root where it is. */
export const asOurselves: Changes = isRoot
  ? []
  : [['  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n', '']]

const isInstalled = (name: string): boolean =>
  spawnSync('dpkg-query', ['--status', name]).stdout?.includes('Status: install ok installed') ?? false

/**
 * Sees to it that all that the page installs is here.
 * @throws Error that names what is missing
 */
export async function ensurePackages(): Promise<void> {
  const missing = async () => (await packagesOfPage()).filter((name) => !isInstalled(name))
  const wanted = await missing()
  if (wanted.length > 0) await installByApt(...wanted)
  const left = await missing()
  if (left.length > 0) throw new Error(`Install these packages of Debian first, as root: ${left.join(' ')}`)
}

/** Patroni's version in words. */
export const patroniVersion = (): string =>
  spawnSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' })
    .stdout.trim()
    .replace('patroni', 'Patroni')

/** The folder of the newest PostgreSQL of Debian. */
export function postgresFolder(): string {
  const folders = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`)
  const found = folders.find((folder) => existsSync(folder))
  if (!found) throw new Error('there is no PostgreSQL of Debian here')
  return found
}

/** A program that runs as a child of this process. */
export interface Program {
  readonly pid: number
  /** Whether it has ended. */
  readonly ended: () => boolean
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const running = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/**
 * Starts a program in a folder that is its home and has its output, in `log`. It ends when this process is gone.
 * @param user runs it
 */
export function startProgram(command: readonly string[], home: string, user?: string): Program {
  const who = user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const output = openSync(join(home, 'log'), 'a')
  const child = spawn('setpriv', [...who, '--pdeathsig=TERM', '--', ...command], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  return {
    pid: child.pid ?? 0,
    ended: () => !running(child),
    end: async (signal) => {
      if (!running(child)) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
