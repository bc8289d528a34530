import { megabytes, runCommand, say, UsageError, untilToldToStop } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { program } from '../../platform/observability/program.ts'
import { makeBackup } from './make.ts'

const usage = `Backs the deployment up, whether its server runs or not.
Usage: ${program} backup [--to <folder>] [--keep <number>]
  --to    the folder that the backup is put into, BACKUP_DIR or backups in DATA_DIR by default
  --keep  how many backups of this deployment stay there; by default all
What it is made of is found as the server finds it, by DATABASE_URL, DATA_DIR, FILES_DIR and so on. With DATABASE_URL it
needs PostgreSQL's pg_dump.
`

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--keep takes a number from 1, not ${text}`)
  return Number(text)
}

await runCommand({
  usage,
  options: { to: { type: 'string' }, keep: { type: 'string' } },
  run: async ({ to, keep }) => {
    const kept = keepOf(keep)
    const config = await readOperatorConfig()
    const signal = untilToldToStop('nothing was kept')
    const options = { ...(to !== undefined && { to }), keep: kept, signal }
    const backup = await makeBackup(config, options).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error
    })
    const { folder, secretFile, bytes, auditHead, bucket, removed } = backup
    say(`Backed up to ${folder} (${megabytes(bytes)}).`)
    if (auditHead) {
      say(
        `The audit trail reaches at least seal ${auditHead.number}:${auditHead.hash} of ${auditHead.sealedAt}.`,
      )
    }
    if (bucket)
      say(`Not in it: files, which are in the bucket ${bucket.name}. Back that up by its own means.`)
    if (removed > 0) say(`Older backups removed: ${removed}.`)
    say(
      `The secret key is in ${secretFile}. Keep it elsewhere than the backup: without it the backup cannot be ` +
        'restored, and whoever has both can read all.',
    )
    return 0
  },
})
