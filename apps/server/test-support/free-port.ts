import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns whether nothing listens on a port. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Returns a port on which nothing listens, so that test runs can work side by side. It is below the ports that the
 * system gives to connections and to listeners without a port: one of those could take it before the caller does.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_240, 32_768)
  return (await isFree(port)) ? port : freePort()
}
