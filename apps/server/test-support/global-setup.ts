import { join, resolve } from 'node:path'
import { seed } from '../src/app/startup/seed.ts'
import { makeLoginKey } from '../src/modules/identity/passwords/test-kit/login-key.ts'
import { openDatabase, startEmbedded } from '../src/platform/database/index.ts'
import { running } from './running-server.ts'
import { publishTestServer, urlOfDatabase } from './server-address.ts'
import { makeDataDir, sweepDeadRuns } from './sweep.ts'
import { administer } from './test-database.ts'

const templates = { template: 'atrium', seededTemplate: 'atrium_seeded' } as const

/** Starts one PostgreSQL server for the whole run, with migrated template databases. */
export default async function setUp(): Promise<void> {
  // Tests start dozens of servers as processes: they share Node's cache of compiled code.
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node-compile')
  await sweepDeadRuns()
  running.dataDir = await makeDataDir()
  running.database = await startEmbedded({ dataDir: running.dataDir })
  const { url, ownerUrl } = running.database
  // This data is deleted after the run, so commits need not wait for the disk. Tests of durability start their own
  // server.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await administer(ownerUrl, `alter system set ${setting} = off`)
  // Standbys of tests have no replication slot, and every new database causes a checkpoint, which removes WAL files.
  await administer(ownerUrl, `alter system set wal_keep_size = '1GB'`)
  await administer(ownerUrl, 'select pg_reload_conf()')
  const template = await openDatabase({ url, ownerUrl })
  await makeLoginKey(template)
  // PostgreSQL cannot copy a database that has connections.
  await template.close()
  await administer(ownerUrl, `create database ${templates.seededTemplate} template ${templates.template}`)
  const seeded = await openDatabase({
    url: urlOfDatabase(url, templates.seededTemplate),
    ownerUrl: urlOfDatabase(ownerUrl, templates.seededTemplate),
  })
  await seed(seeded.db, { timeZone: 'Asia/Shanghai', demo: undefined, adminPassword: 'Admin0Password' })
  await seeded.close()
  publishTestServer({ url, ownerUrl, ...templates, files: join(running.dataDir, 'files') })
}
