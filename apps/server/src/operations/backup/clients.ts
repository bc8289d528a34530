import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { StartupError } from '../../platform/database/index.ts'

type Program = 'pg_dump' | 'pg_restore'

const remedy = (program: Program, major: number): string =>
  `install PostgreSQL's client programs, version ${major}${program === 'pg_dump' ? '' : ' or later'} (on Debian the package ` +
  `postgresql-client-${major}, of apt.postgresql.org where Debian has none), and put their folder first in PATH`

/**
 * Looks which version of PostgreSQL's own programs there is. What a later pg_dump than the server writes may need a
 * later pg_restore, which an earlier server does not understand.
 *
 * @param needed the major version that pg_dump must have, and pg_restore at least
 * @returns the major version that they have
 * @throws StartupError where there are none, or they are of another version
 */
export async function checkClient(program: Program, needed: number): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch((cause: Error) => {
    throw new StartupError(
      `${program} cannot be run (${cause.message.trim()}): ${remedy(program, needed)}.`,
      {
        cause,
      },
    )
  })
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  const major = Number(version)
  if (program === 'pg_dump' ? major === needed : major >= needed) return major
  const what = major < needed ? 'too old' : 'too new'
  throw new StartupError(
    `${program} ${version} is ${what} for PostgreSQL ${needed}: ${remedy(program, needed)}.`,
  )
}

/** A place as arguments show it, which other users of the machine see, and the environment that goes with it. */
function connectionOf(url: string) {
  const place = new URL(url)
  // Whichever of the two the server itself takes.
  const password = place.searchParams.get('password') || decodeURIComponent(place.password)
  place.searchParams.delete('password')
  place.password = ''
  const { PATH, HOME, PGSSLROOTCERT, NODE_EXTRA_CA_CERTS } = process.env
  // As the server itself trusts; with anything less PostgreSQL's programs refuse the system's certificates.
  const isVerified = place.searchParams.get('sslmode') === 'verify-full'
  const trusted = PGSSLROOTCERT ?? (isVerified ? (NODE_EXTRA_CA_CERTS ?? 'system') : undefined)
  const env = {
    PATH,
    HOME,
    LANG: 'C',
    ...(password !== '' && { PGPASSWORD: password }),
    ...(trusted !== undefined && { PGSSLROOTCERT: trusted }),
  }
  return { place: place.href, env }
}

/** Starts a program on a database. */
function start(program: Program, url: string, options: readonly string[], signal?: AbortSignal) {
  const { place, env } = connectionOf(url)
  const child = spawn(program, [`--dbname=${place}`, '--no-password', ...options], {
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = text(child.stderr)
  const exited = once(child, 'close')
  // Whoever reads its output may find it broken first.
  exited.catch(() => {})
  const end = async () => {
    const [code] = await exited
    if (code === 0) return
    const [reason = ''] = (await said).split('\n').filter((line) => /error|fatal/i.test(line))
    throw new StartupError(`${program} has failed: ${reason || (await said).trim()}`)
  }
  return { child, end }
}

/** A database as pg_dump writes it in its own format: compressed, as it is at one moment. */
export async function* dump(url: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const { child, end } = start('pg_dump', url, ['--format=custom'], signal)
  try {
    yield* child.stdout
    await end()
  } finally {
    child.kill()
  }
}

/** Reads a dump into an empty database: all of it or nothing. */
export async function restoreDump(url: string, file: string): Promise<void> {
  const options = ['--no-owner', '--single-transaction', '--exit-on-error', file]
  await start('pg_restore', url, options).end()
}
