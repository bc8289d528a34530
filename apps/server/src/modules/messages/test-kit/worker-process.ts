import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { secret } from './outbox.ts'

const folder = join(import.meta.dirname, '../../..')

const code = (url: string, smtpUrl: string) => `
  const { connectDatabase } = await import(${JSON.stringify(join(folder, 'platform/database/index.ts'))})
  const { secretsFrom } = await import(${JSON.stringify(join(folder, 'platform/secrets/index.ts'))})
  const { sendersOf, startMessageWorker } = await import(${JSON.stringify(join(folder, 'modules/messages/index.ts'))})
  const { parseProfile } = await import('@atrium/contract')
  const { db, queue } = await connectDatabase({ url: ${JSON.stringify(url)}, ownerUrl: '' })
  await startMessageWorker({
    db,
    queue,
    secrets: secretsFrom(${JSON.stringify(secret)}),
    senders: sendersOf({ SMTP_URL: ${JSON.stringify(smtpUrl)} }, parseProfile({})),
    superviseSeconds: 1,
  })
  process.stdout.write('ready')`

/** Starts a process that sends e-mail, and waits until it is ready. */
export async function startWorkerProcess({ url }: TestDatabase, smtpUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code(url, smtpUrl)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
