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

/** A server on its own database, with the data of a new deployment and users to call it. */
export interface Suite extends People {
  readonly database: TestDatabase
  readonly server: Reachable
  /** Identity provider of the server's profile. */
  readonly issuer: TestIssuer
  readonly close: () => Promise<void>
}

/**
 * Starts a suite. Call it once per test file, and `close()` in afterAll.
 * @param settings profile settings in addition to the usual ones and those of the identity provider
 * @param port a free one by default
 */
export async function startSuite(settings: object = {}, port = 0): Promise<Suite> {
  const database = await createTestDatabase({ seeded: true })
  prepareReleases(testReleases())
  const { publicUrl } = parseProfile({})
  const issuer = await startIssuer({ publicUrl })
  const sso = { issuer: issuer.url, clientId: issuer.clientId }
  const modules = { overrides: true }
  const app = await testApp(database.db, { profile: parseProfile({ sso, modules, ...settings }) })
  const address = await app.listen({ host: '127.0.0.1', port })
  const close = async () => {
    await app.close()
    await issuer.close()
    await database.close()
  }
  return { database, server: { api: `${address}/api` }, issuer, ...(await people(database)), close }
}
