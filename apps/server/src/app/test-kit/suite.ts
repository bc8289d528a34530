import { parseProfile } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testReleases } from '../../../test-support/services.ts'
import {
  type Reachable,
  startIssuer,
  type TestIssuer,
} from '../../modules/identity/sign-in/test-kit/index.ts'
import { prepareReleases } from '../../modules/releases/test-kit/index.ts'
import { testApp } from './app.ts'
import { type People, people } from './people.ts'

/** A server over a database of its own, with what every deployment begins with and people to call it. */
export interface Suite extends People {
  readonly database: TestDatabase
  readonly server: Reachable
  /** The identity provider of its profile. */
  readonly issuer: TestIssuer
  readonly close: () => Promise<void>
}

/**
 * Starts a suite: call it once a test file, and `close()` in afterAll.
 * @param settings of the profile, beside the ordinary ones and those of the identity provider
 */
export async function startSuite(settings: object = {}): Promise<Suite> {
  const database = await createTestDatabase({ seeded: true })
  prepareReleases(testReleases())
  const { publicUrl } = parseProfile({})
  const issuer = await startIssuer({ publicUrl })
  const sso = { issuer: issuer.url, clientId: issuer.clientId }
  const modules = { overrides: true }
  const app = await testApp(database.db, { profile: parseProfile({ sso, modules, ...settings }) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await issuer.close()
    await database.close()
  }
  return { database, server: { api: `${address}/api` }, issuer, ...(await people(database)), close }
}
