import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { nobody } from '../../../platform/database/embedded/account.ts'

/** Debian's folder with the programs of each major version of PostgreSQL. */
const versions = '/usr/lib/postgresql'

/** Returns the folder of PostgreSQL's server and client programs; undefined if this machine has none. */
export const postgresPrograms = (): string | undefined =>
  (existsSync(versions) ? readdirSync(versions) : [])
    .map((version) => join(versions, version, 'bin'))
    .findLast((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_dump')))

/** A PostgreSQL server set up the way an operator would. */
export interface OwnPostgres {
  /** Returns the URL of a database for a user. */
  urlOf(user: string, database: string): string
  close(): Promise<void>
}

/** Starts PostgreSQL in an empty folder that every account can enter. */
export async function startPostgres(programs: string, folder: string): Promise<OwnPostgres> {
  const account = process.getuid?.() === 0 ? nobody() : undefined
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  for (const made of [data, socket]) {
    await mkdir(made)
    if (account) await chown(made, account.uid, account.gid)
  }
  const as = { ...account, cwd: folder }
  const cluster = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(join(programs, 'initdb'), ['-D', data, ...cluster], as)
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`, 'fsync=off']
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((set) => ['-c', set])], {
    ...as,
    stdio: 'ignore',
  })
  const exited = once(server, 'exit')
  const urlOf = (user: string, database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socket)}`
  const isReady = async () => {
    const client = new pg.Client(urlOf('postgres', 'postgres'))
    return await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    await sleep(20)
  }
  return {
    urlOf,
    close: async () => {
      server.kill('SIGINT')
      await exited
    },
  }
}
