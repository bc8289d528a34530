import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { testApp } from '../../../app/test-kit/app.ts'
import { type People, people } from '../../../app/test-kit/people.ts'
import type { Services } from '../../../platform/http/work.ts'
import type { ReleaseLocations } from '../locations.ts'
import { addModuleWithNext, prepareReleases } from './releases.ts'

/** Server of the suite. */
interface Server {
  readonly api: string
  /** URL of the page. */
  readonly address: string
  readonly services: Services
}

/** Two servers that share a database and release folders, with users to call them. */
export interface ReleaseSuite extends People {
  readonly database: TestDatabase
  readonly locations: ReleaseLocations
  readonly server: Server
  readonly other: Server
  readonly close: () => Promise<void>
}

/**
 * Starts the suite: call it once per test file, and `close()` in afterAll.
 * @param modules module settings of the profile
 */
export async function startReleases(modules: object = {}): Promise<ReleaseSuite> {
  const database = await createTestDatabase({ seeded: true })
  const folder = await mkdtemp(join(tmpdir(), 'atrium-releases-'))
  const locations = {
    webFolder: join(folder, 'web'),
    releasesFolder: join(folder, 'releases'),
    keysFile: join(folder, 'keys.json'),
  }
  prepareReleases(locations)
  const profile = parseProfile({ modules })
  const start = async () => {
    const services = testServices(database, profile, locations)
    const app = await testApp(database.db, { services, profile })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { app, server: { api: `${address}/api`, address, services } }
  }
  const [one, two] = [await start(), await start()]
  return {
    database,
    locations,
    server: one.server,
    other: two.server,
    ...(await people(database)),
    close: async () => {
      await Promise.all([one.app.close(), two.app.close()])
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Starts a suite for a test file, and gives each test its own module: release 1.1.0 is active, 1.0.0 is the previous
 * one, and 1.2.0 is not activated yet.
 * @param begin receives the suite and the module's name before each test
 */
export function withModuleEach(begin: (suite: ReleaseSuite, name: string) => void): void {
  let suite: ReleaseSuite
  let count = 0
  beforeAll(async () => {
    suite = await startReleases()
  })
  afterAll(() => suite.close())
  beforeEach(async () => {
    const name = `module-${++count}`
    await addModuleWithNext(suite.database, suite.locations, name)
    begin(suite, name)
  })
}
