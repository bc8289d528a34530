import { afterAll, beforeAll } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { type RunningServer, startServer } from './server.ts'

/** A database of a test file's own, and two servers over it, as a deployment may have. */
export interface Identity {
  readonly database: TestDatabase
  readonly server: RunningServer
  readonly other: RunningServer
  readonly close: () => Promise<void>
}

/** Starts them on data without users. */
export const startIdentity = async (): Promise<Identity> => {
  const database = await createTestDatabase()
  const [server, other] = [await startServer(database), await startServer(database)]
  return {
    ...{ database, server, other },
    close: async () => {
      await Promise.all([server.close(), other.close()])
      await database.close()
    },
  }
}

/** The same for the tests of a file: started before the first, closed after the last. */
export const identityOfFile = () => {
  let started: Identity | undefined
  beforeAll(async () => {
    started = await startIdentity()
  })
  afterAll(() => started?.close())
  const identity = (): Identity => {
    if (!started) throw new Error('there is no server before the first test')
    return started
  }
  return {
    database: () => identity().database,
    /** One server and the other in turn. */
    serverOf: (index: number) => (index % 2 === 0 ? identity().server : identity().other),
  }
}
