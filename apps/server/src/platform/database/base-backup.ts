import { Readable } from 'node:stream'
import pg from 'pg'
import { StartupError } from './errors.ts'

/** The kind of a piece of the copy, by its first byte: 'n' begins an archive, 'd' holds bytes of it. */
const [beginsArchive, holdsData] = [0x6e, 0x64]

/** PostgreSQL's command for a copy of a cluster that runs, as one tar with the log that makes it whole. */
class Copying extends Readable {
  #connection: pg.Connection | undefined
  #archives = 0

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const label = `LABEL 'atrium', CHECKPOINT 'fast', WAL true, MANIFEST 'no'`
    // A query without values is sent in the simple protocol, the only one that a replication connection understands.
    ;(connection as unknown as { query(text: string): void }).query(`BASE_BACKUP (${label})`)
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (chunk[0] === beginsArchive && ++this.#archives > 1) {
      this.destroy(new StartupError('The built-in PostgreSQL has tablespaces, which are not backed up.'))
    }
    if (chunk[0] !== holdsData) return
    // The connection writes into the same memory again.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause()
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.push(null)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/**
 * Copies a running cluster as `pg_basebackup` does: a tar on which PostgreSQL starts as after a crash at the moment
 * when the copy ended. The server checks each page while it copies.
 *
 * @param ownerUrl of a superuser on a socket of this machine
 */
export async function* baseBackup(ownerUrl: string): AsyncGenerator<Buffer, void, undefined> {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client(url.href)
  // An error of the connection reaches the copy; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    // Until the connection ends, the server keeps the log from here on, whatever is written meanwhile.
    await client.query(`CREATE_REPLICATION_SLOT atrium_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    yield* client.query(new Copying())
  } finally {
    await client.end()
  }
}
