import { dirname, join } from 'node:path'
import { type Profile, parseProfile } from '@atrium/contract'
import { jobHandlers } from '../src/app/job-handlers.ts'
import { singleSignOn } from '../src/modules/identity/sso/index.ts'
import { createOutbox } from '../src/modules/messages/index.ts'
import { createReleases, createReportBuffer, type ReleaseLocations } from '../src/modules/releases/index.ts'
import { verifySignature } from '../src/modules/signatures/index.ts'
import { makeBackup } from '../src/operations/backup/index.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { Services } from '../src/platform/http/work.ts'
import { createOutbound } from '../src/platform/outbound/outbound.ts'
import { type FileStore, localStore } from '../src/platform/storage/index.ts'
import { secrets } from './secrets.ts'
import { testServer } from './server-address.ts'
import type { TestDatabase } from './test-database.ts'

/** Returns the file store that all servers of a test run share. */
export const testFiles = (): FileStore => localStore(testServer().files)

/** Returns the release folders and the file of trusted keys that the servers of one process share. */
export function testReleases(): ReleaseLocations {
  const folder = join(testServer().files, `../releases-${process.pid}`)
  return {
    webFolder: join(folder, 'web'),
    releasesFolder: join(folder, 'releases'),
    keysFile: join(folder, 'keys.json'),
  }
}

/** Creates the services that calls receive, on a test file's database. */
export function testServices(
  { db, replica }: Pick<TestDatabase, 'db'> & Partial<Pick<Services, 'replica'>>,
  profile: Profile = parseProfile({}),
  locations: ReleaseLocations = testReleases(),
): Services {
  const outbox = createOutbox({ secrets, profile })
  // Tests call servers on this machine only.
  const outbound = createOutbound({ OUTBOUND_ALLOW: '127.0.0.1' })
  const sso = singleSignOn(profile, undefined)
  const fileLimit = 100 * 1024 * 1024
  return {
    db,
    replica,
    secrets,
    outbox,
    sendsSms: false,
    outbound,
    releases: createReleases(db, locations),
    reports: createReportBuffer(),
    profile,
    checkpointFile: undefined,
    jobHandlers,
    sso,
    verifySignature,
    files: testFiles(),
    folders: { files: testServer().files },
    fileLimit,
    // Backs up the whole server of the test run.
    backUp: (options) => makeBackup(readConfig({ DATA_DIR: dirname(testServer().files) }), options),
  }
}
