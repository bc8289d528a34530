import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { run } from './run.ts'

/** What Debian asks before it starts or stops a service of a package. */
const policy = '/usr/sbin/policy-rc.d'

/** Installs packages of Debian where that is allowed; whether it can is seen by what is there then. None is started. */
export const installByApt = async (...packages: string[]): Promise<void> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // Without a network the wait is short: there may be another way.
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', ...limits], env)
  const isOurs = !existsSync(policy)
  if (isOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...limits, ...packages], env)
  } finally {
    if (isOurs) await rm(policy)
  }
  await disableServices(packages)
}

/** Nor are they at the machine's next start. */
async function disableServices(packages: readonly string[]): Promise<void> {
  const files = spawnSync('dpkg', ['--listfiles', ...packages], { encoding: 'utf8' }).stdout ?? ''
  const units = [...files.matchAll(/\/systemd\/system\/([\w-]+\.service)$/gm)].map(([, unit = '']) => unit)
  if (units.length > 0 && existsSync('/usr/bin/systemctl'))
    await run('systemctl', ['disable', '-q', ...units])
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
