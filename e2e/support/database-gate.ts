import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { startEmbedded } from '@atrium/server/database'
import { freePort } from '../../apps/server/test-support/free-port.ts'

/** A database that a server reaches only through a gate, which a test can shut and open. */
export interface DatabaseGate {
  /** URL for DATABASE_URL. */
  readonly url: string
  /** Breaks all connections and rejects new ones, as if the database were down. */
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
  /** Stops the database. */
  readonly close: () => Promise<void>
}

/**
 * Starts a separate PostgreSQL behind a gate.
 * @param dataDir an empty folder
 */
export async function startDatabaseBehindGate(dataDir: string): Promise<DatabaseGate> {
  const database = await startEmbedded({ dataDir })
  const { searchParams, username, pathname } = new URL(database.ownerUrl)
  const socket = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const port = await freePort()
  const passing = new Set<Socket>()
  const gate = createServer((incoming) => {
    const outgoing = connect(socket)
    incoming.pipe(outgoing).pipe(incoming)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      passing.add(one)
      // The server itself reports its broken connections.
      one.on('error', () => {}).once('close', () => other.destroy() && passing.delete(one))
    }
  })
  const open = async () => {
    gate.listen(port, '127.0.0.1')
    await once(gate, 'listening')
  }
  const shut = async () => {
    const closed = once(gate, 'close')
    gate.close()
    for (const one of passing) one.destroy()
    await closed
  }
  await open()
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    shut,
    open,
    close: async () => {
      if (gate.listening) await shut()
      await database.close()
    },
  }
}
