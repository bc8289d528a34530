import { existsSync } from 'node:fs'
import { forbidStarts, keepEnabledUnits, restoringState } from './as-it-was.ts'
import { run } from './run.ts'

/**
 * Installs Debian packages if this process is root. The caller checks whether the installation succeeded. None of the
 * packages' services is started, neither now nor at boot.
 */
export const installByApt = async (...packages: string[]): Promise<void> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write(`Installing with apt: ${packages.join(' ')}\n`)
  // Short timeouts, because without a network there may be another way.
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', ...limits], env)
  await restoringState([forbidStarts(), keepEnabledUnits()], () =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...limits, ...packages], env),
  )
}

/** Programs that tests run beside the suite, with the packages that contain them. */
const programs = {
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/pg_createcluster': 'postgresql',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/pdftotext': 'poppler-utils',
} as const

/** Installs packages if possible. A test without its package prints a message. */
export const ensurePrograms = async (): Promise<void> => {
  const missing = Object.entries(programs).filter(([file]) => !existsSync(file))
  if (missing.length > 0) await installByApt(...missing.map(([, name]) => name))
}
