import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { withPool } from '../src/platform/database/connect.ts'
import { createPool } from '../src/platform/database/pool.ts'
import { pooled } from '../src/platform/database/pooled-connection.ts'
import { type QueueDatabase, queueDatabase, queueListener } from '../src/platform/database/queue.ts'
import type { Database } from '../src/platform/database/schema.ts'
import { testServer, urlOfDatabase } from './server-address.ts'

/** Database of a test file: migrated, and empty except for a login key. */
export interface TestDatabase {
  /** The server's own connection: as the login role, which sees no rows outside of `inTransaction`. */
  db: Kysely<Database>
  /** The server's connection for the job queue. */
  queue: QueueDatabase
  /** Connection as the owner and superuser, to prepare and inspect rows regardless of policies. */
  owner: Kysely<Database>
  url: string
  ownerUrl: string
  /** Ends all connections and drops the database. */
  close(): Promise<void>
}

/** Runs a statement as the owner, in the database `postgres`. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(urlOfDatabase(url, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

interface TestDatabaseOptions {
  /** Whether the database has the data of a new deployment. */
  readonly seeded?: boolean
  /** Name of a database to copy instead of a template. Its connections end. */
  readonly copied?: string
}

/** Creates a database from a template. Call it once per test file, and `close()` in afterAll. */
export async function createTestDatabase({
  seeded = false,
  copied,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = testServer()
  const template = copied ?? (seeded ? server.seededTemplate : server.template)
  // PostgreSQL cannot copy a database that has connections.
  if (copied !== undefined)
    await administer(
      server.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${copied}'`,
    )
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies files: PostgreSQL's default, block by block, takes twice as long.
  await administer(server.ownerUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = urlOfDatabase(server.url, name)
  const ownerUrl = urlOfDatabase(server.ownerUrl, name)
  const pool = createPool(url)
  const ownerPool = createPool(ownerUrl)
  // A copy has the tables and functions of its template, but not the privileges on the database.
  await ownerPool.query('select confine_definers()')
  return {
    db: withPool(pooled(pool)),
    queue: queueDatabase(pooled(pool, { prepares: false }), queueListener(url)),
    owner: withPool(ownerPool),
    url,
    ownerUrl,
    close: async () => {
      await Promise.all([pool.end(), ownerPool.end()])
      await administer(server.ownerUrl, `drop database ${name} with (force)`)
    },
  }
}
