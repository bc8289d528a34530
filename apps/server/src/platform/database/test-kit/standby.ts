import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { urlOfDatabase } from '../../../../test-support/server-address.ts'
import { baseBackup } from '../base-backup.ts'
import { restoreEmbedded, startEmbedded } from '../embedded.ts'

const socketName = '.s.PGSQL.5432'

/** A server that replicates another one. */
export interface Standby {
  /** Returns the URL of one of its databases, for the role that the server works as. */
  urlOf(database: string): string
  /** Returns the URL of one of its databases, for the owner. */
  ownerUrlOf(database: string): string
  /** Returns the process id of the running server, which is restarted if it is killed. */
  pid(): Promise<number | undefined>
  close(): Promise<void>
}

/**
 * Forwards a socket for the standby's user to the primary. The primary identifies users by their accounts, and the
 * standby's account may have no name.
 * @returns closes the socket
 */
async function passOn(socketOfPrimary: string, socket: string): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  const server = createServer((one) => {
    const other = connect(socketOfPrimary)
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
      from.pipe(to)
    }
  })
  server.listen(socket)
  await once(server, 'listening')
  await chmod(socket, 0o777)
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const one of open) one.destroy()
    await closed
  }
}

/**
 * Starts a streaming replica of an embedded server.
 * @param ownerUrl URL of any of its databases
 */
export async function startStandby(ownerUrl: string): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-standby-'))
  await chmod(folder, 0o755)
  const primary = new URL(ownerUrl)
  const stopPassing = await passOn(
    join(primary.searchParams.get('host') ?? '', socketName),
    join(folder, socketName),
  )
  const settings = {
    primary_conninfo: `host=${folder} user=${primary.username} connect_timeout=5`,
    wal_retrieve_retry_interval: '50ms',
    hot_standby_feedback: 'on',
    // Replay does not wait for readers. Those that conflict with it are cancelled.
    max_standby_streaming_delay: '0',
  }
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await restoreEmbedded(dataDir, async (files) => {
    // With --ignore-zeros, tar reads its input to the end. If it exited earlier, the copy would fail.
    const tar = spawn('tar', ['-x', '--ignore-zeros', '-f', '-', '--no-same-owner', '-C', files], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    const unpacked = once(tar, 'close')
    await pipeline(Readable.from(baseBackup(ownerUrl)), tar.stdin)
    await unpacked
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    await appendFile(join(files, 'postgresql.auto.conf'), lines.join(''))
    await writeFile(join(files, 'standby.signal'), '')
  })
  const server = await startEmbedded({ dataDir })
  return {
    urlOf: (database) => urlOfDatabase(server.url, database),
    ownerUrlOf: (database) => urlOfDatabase(server.ownerUrl, database),
    pid: () => server.pid(),
    close: async () => {
      await server.close()
      await stopPassing()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
