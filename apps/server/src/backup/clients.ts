import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { StartupError } from '../database/index.ts'

type Program = 'pg_dump' | 'pg_restore'

const remedy = (major: number): string =>
  `install PostgreSQL's client programs, version ${major} or later (on Debian the package ` +
  `postgresql-client-${major}, of apt.postgresql.org where Debian has none), and put their folder first in PATH`

/**
 * Looks which version of PostgreSQL's own programs there is.
 *
 * @param needed the major version that they must have at least
 * @returns the major version that they have
 * @throws StartupError where there are none, or they are too old
 */
export async function checkClient(program: Program, needed: number): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch((cause: Error) => {
    throw new StartupError(`${program} cannot be run (${cause.message.trim()}): ${remedy(needed)}.`, {
      cause,
    })
  })
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (Number(version) >= needed) return Number(version)
  throw new StartupError(`${program} ${version} is too old for PostgreSQL ${needed}: ${remedy(needed)}.`)
}

/** Starts a program on a database. Other users of the machine see its arguments, so that the password is none of them. */
function start(program: Program, url: string, options: readonly string[], signal?: AbortSignal) {
  const place = new URL(url)
  const password = decodeURIComponent(place.password)
  place.password = ''
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, LANG: 'C', ...(password !== '' && { PGPASSWORD: password }) }
  const child = spawn(program, [`--dbname=${place.href}`, '--no-password', ...options], {
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
