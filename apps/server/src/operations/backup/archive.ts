import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../platform/database/index.ts'
import { measuring } from '../../platform/storage/index.ts'

/**
 * Unpacks a gzipped tar file into a folder. The files belong to the user of this process.
 *
 * @returns the SHA-256 of the packed file
 */
export async function unpack(archive: string, folder: string, signal?: AbortSignal): Promise<string> {
  // Without --ignore-zeros tar may exit before it has read all input, and the pipeline would fail.
  const child = spawn('tar', ['-x', '--ignore-zeros', '-f', '-', '--no-same-owner', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const errors = text(child.stderr)
  const exited = once(child, 'close')
  const measured = measuring(createReadStream(archive))
  const [sent, ended] = await Promise.allSettled([
    pipeline(measured.content, createGunzip(), child.stdin, { signal }),
    exited,
  ])
  if (ended.status === 'rejected')
    throw new StartupError(`tar could not be started (${ended.reason}): check that it is installed.`)
  if (ended.value[0] !== 0) throw new StartupError(`tar failed: ${(await errors).trim()}`)
  if (sent.status === 'rejected') throw sent.reason
  return measured.written().sha256
}
