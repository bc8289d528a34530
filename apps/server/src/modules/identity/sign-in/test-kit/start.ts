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

/** Stands for what is not there yet: each of its properties is looked up when it is asked for. */
const lazily = <Thing extends object>(thing: () => Thing): Thing =>
  new Proxy({} as Thing, { get: (_, property) => Reflect.get(thing(), property) })

/**
 * A database without users of a test file's own, and two servers over it, as a deployment may have: started before
 * the file's first test, closed after its last.
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
    /** One server and the other in turn. */
    serverOf: (index: number) => (index % 2 === 0 ? server : other),
  }
}
