import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { run } from './run.ts'

/** What Debian asks before it starts or stops a service of a package. */
const policy = '/usr/sbin/policy-rc.d'
const ours = `#!/bin/sh
# Of the tests of Atrium, while they install packages. Left behind, it may go.
exit 101
`

/**
 * Does something while no package that is installed may start a service.
 * @param file what says so: gone afterwards, also where this process is ended meanwhile, unless it is somebody else's
 */
export async function withoutStarts(work: () => Promise<unknown>, file = policy): Promise<void> {
  if (existsSync(file) && readFileSync(file, 'utf8') !== ours) return void (await work())
  writeFileSync(file, ours, { mode: 0o755 })
  const remove = () => rmSync(file, { force: true })
  const end = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  process.once('exit', remove)
  for (const signal of signals) process.once(signal, end)
  try {
    await work()
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, end)
  }
}

/** Installs packages of Debian where that is allowed; whether it can is seen by what is there then. None is started. */
export const installByApt = async (...packages: string[]): Promise<void> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // Without a network the wait is short: there may be another way.
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', ...limits], env)
  const before = enabledUnits()
  await withoutStarts(() =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...limits, ...packages], env),
  )
  await disable(enabledUnits().filter((unit) => !before.includes(unit)))
}

/** What starts with the machine. */
function enabledUnits(): string[] {
  const list = ['list-unit-files', '--state=enabled', '--plain', '--no-legend']
  const { stdout } = spawnSync('systemctl', list, { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => line.split(' ', 1).filter(Boolean))
}

/** Nor does what came with the packages, or with those that they need, start with the machine from now on. */
async function disable(units: readonly string[]): Promise<void> {
  if (units.length === 0) return
  if ((await run('systemctl', ['disable', '-q', ...units])) !== 0)
    process.stderr.write(`These start with the machine from now on; disable them: ${units.join(' ')}\n`)
}

/** Programs that tests run beside the suite, by the packages that they are in. */
const programs = {
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/pg_createcluster': 'postgresql',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/haproxy': 'haproxy',
} as const

/** Sees to it that they are there, where that is allowed. A test of one that is not says so. */
export const ensurePrograms = async (): Promise<void> => {
  const missing = Object.entries(programs).filter(([file]) => !existsSync(file))
  if (missing.length > 0) await installByApt(...missing.map(([, name]) => name))
}
