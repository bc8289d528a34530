import { Readable } from 'node:stream'
import pg from 'pg'
import { StartupError } from './errors.ts'

/** Kinds of message in a base backup, by first byte: 'n' starts an archive, 'd' carries data. */
const [beginsArchive, holdsData] = [0x6e, 0x64]

/** Sends BASE_BACKUP, which copies a running cluster as one tar, including the WAL that makes the copy consistent. */
class Copying extends Readable {
  #connection: pg.Connection | undefined
  #archives = 0

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const label = `LABEL 'atrium', CHECKPOINT 'fast', WAL true, MANIFEST 'no'`
    // A query without values uses the simple protocol, the only one that a replication connection supports.
    ;(connection as unknown as { query(text: string): void }).query(`BASE_BACKUP (${label})`)
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (chunk[0] === beginsArchive && ++this.#archives > 1) {
      this.destroy(
        new StartupError(
          'The built-in PostgreSQL has tablespaces, which cannot be backed up. Move their tables to the default tablespace.',
        ),
      )
    }
    if (chunk[0] !== holdsData) return
    // The chunk is copied because the connection reuses its buffer.
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
 * Copies a running cluster like `pg_basebackup`. The result is a tar from which PostgreSQL starts as it would after a
 * crash at the end of the copy. The server verifies each page while it copies.
 * @param ownerUrl URL of a superuser, on a socket of this machine
 */
export async function* baseBackup(ownerUrl: string): AsyncGenerator<Buffer, void, undefined> {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client(url.href)
  // Connection errors reach the copy anyway. Without a listener, an error event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    // The temporary slot makes the server keep the WAL from here on until the connection ends.
    await client.query(`CREATE_REPLICATION_SLOT atrium_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    yield* client.query(new Copying())
  } finally {
    await client.end()
  }
}
