import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { installByApt } from '../../scripts/test/debian.ts'
import { type Changes, packagesOfPage } from './page.ts'

const isRoot = process.getuid?.() === 0

/** Account that runs the database, because Patroni and PostgreSQL reject root. */
export const databaseUser: string | undefined = isRoot ? 'postgres' : undefined

/** Without root, haproxy cannot change its user, so these lines are removed from its configuration. */
export const asOurselves: Changes = isRoot
  ? []
  : [['  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n', '']]

const isInstalled = (name: string): boolean =>
  spawnSync('dpkg-query', ['--status', name]).stdout?.includes('Status: install ok installed') ?? false

/**
 * Installs everything that the page installs.
 * @throws Error with the names of missing packages
 */
export async function ensurePackages(): Promise<void> {
  const missing = async () => (await packagesOfPage()).filter((name) => !isInstalled(name))
  const wanted = await missing()
  if (wanted.length > 0) await installByApt(...wanted)
  const left = await missing()
  if (left.length > 0) throw new Error(`Install these Debian packages as root first: ${left.join(' ')}`)
}

/** Returns Patroni's version as text. */
export const patroniVersion = (): string =>
  spawnSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' })
    .stdout.trim()
    .replace('patroni', 'Patroni')

/** Returns the folder of Debian's newest PostgreSQL. */
export function postgresFolder(): string {
  const folders = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`)
  const found = folders.find((folder) => existsSync(folder))
  if (!found) throw new Error('No Debian package of PostgreSQL 15 to 18 is installed. Install postgresql.')
  return found
}

/** A program that runs as a child process. */
export interface Program {
  readonly pid: number
  /** Whether the program has ended. */
  readonly ended: () => boolean
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const running = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/**
 * Starts a program with a folder as its home, and with its output in the file `log` there. It ends together with this
 * process.
 * @param user account that runs it
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
