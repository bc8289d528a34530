import { afterAll, beforeAll } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../../test-support/index.ts'
import { type RunningServer, startServer } from './server.ts'

interface StartedServers {
  readonly database: TestDatabase
  readonly server: RunningServer
  readonly other: RunningServer
}

const start = async (): Promise<StartedServers> => {
  const database = await createTestDatabase()
  return { database, server: await startServer(database), other: await startServer(database) }
}

const close = async ({ database, server, other }: StartedServers): Promise<void> => {
  await Promise.all([server.close(), other.close()])
  await database.close()
}

/** Returns a proxy for an object that does not exist yet. Each property is looked up when it is read. */
const lazily = <Thing extends object>(thing: () => Thing): Thing =>
  new Proxy({} as Thing, { get: (_, property) => Reflect.get(thing(), property) })

/**
 * Provides a new database for a test file, with two servers on it as in a deployment. They start before the file's
 * first test and stop after its last.
 */
export const twoServers = () => {
  let started: StartedServers | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started && close(started))
  const identity = (): StartedServers => {
    if (!started) throw new Error('there is no server before the first test')
    return started
  }
  const server = lazily(() => identity().server)
  const other = lazily(() => identity().other)
  return {
    database: lazily(() => identity().database),
    server,
    other,
    /** Alternates between the two servers. */
    serverOf: (index: number) => (index % 2 === 0 ? server : other),
  }
}
