import pg from 'pg'
import { errorCode } from '../errors.ts'

/** Advisory lock that every process that uses the server shares: 'atri' in ASCII. */
const useLock = 1635021417

/** Time to wait for the locks of other processes when detaching, in milliseconds. */
const lockTimeout = 250

const lockNotAvailable = '55P03'

/**
 * A connection that stays open while this process uses the server. It shows when the server goes away, and its shared
 * lock shows whether other processes still need the server.
 */
export interface Attachment {
  /** Settles when the connection breaks before `detach` closes it. */
  lost: Promise<void>
  /**
   * Closes the connection.
   * @returns whether no other process uses the server, which may then be stopped
   */
  detach(): Promise<boolean>
}

/** Connects and waits for the response to a query, because a server that accepts connections may still be starting. */
export async function attach(url: string): Promise<Attachment> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'atrium',
  })
  let detaching = false
  const lost = new Promise<void>((resolve) => {
    client.on('end', () => detaching || resolve())
    // Without a listener an error event would end the process; 'end' follows it.
    client.on('error', () => {})
  })
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [useLock])
  return {
    lost,
    detach: async () => {
      detaching = true
      try {
        // Releases its own lock before it checks, so that if two processes detach together, one of them finds that it
        // was the last.
        await client.query('select pg_advisory_unlock_shared($1)', [useLock])
        // The server may not have noticed yet that a process was killed.
        await client.query(`set lock_timeout = '${lockTimeout}ms'`)
        await client.query('select pg_advisory_lock($1)', [useLock])
        return true
      } catch (error) {
        if (errorCode(error) === lockNotAvailable) return false
        throw error
      } finally {
        await client.end()
      }
    },
  }
}
