import {
  megabytes,
  print,
  runCommand,
  UsageError,
  untilStopRequested,
} from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { program } from '../../platform/observability/program.ts'
import { makeBackup } from './make.ts'
import { externalPage } from './manifest.ts'

const usage = `Backs up a deployment with the embedded database. The server may be running.
Usage: ${program} backup [--to <folder>] [--keep <number>]
  --to    the folder for the backup; by default BACKUP_DIR, or backups in DATA_DIR
  --keep  how many backups of this deployment to keep in that folder; all by default
The command reads the server's settings, such as DATA_DIR and FILES_DIR. Back up your own PostgreSQL (DATABASE_URL) with
pg_dump or pgBackRest: see ${externalPage}.
`

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--keep must be a whole number of at least 1, not ${text}`)
  return Number(text)
}

await runCommand({
  usage,
  options: { to: { type: 'string' }, keep: { type: 'string' } },
  run: async ({ to, keep }) => {
    const kept = keepOf(keep)
    const config = await readOperatorConfig()
    const signal = untilStopRequested('the incomplete backup was removed')
    const options = { ...(to !== undefined && { to }), keep: kept, signal }
    const backup = await makeBackup(config, options).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error
    })
    const { folder, secretFile, bytes, auditHead, bucket, removed } = backup
    print(`Backed up to ${folder} (${megabytes(bytes)}).`)
    if (auditHead) {
      print(
        `Its audit trail includes seal ${auditHead.number}:${auditHead.hash} of ${auditHead.sealedAt}, and possibly later ones.`,
      )
    }
    if (bucket)
      print(
        `The backup does not include uploaded files. They are in the bucket ${bucket.name}: back up the bucket as well.`,
      )
    if (removed > 0) print(`Older backups removed: ${removed}.`)
    print(
      `The secret key is in ${secretFile}. Store it separately from the backup: a restore needs it, and anybody who has both ` +
        'can read everything.',
    )
    return 0
  },
})
