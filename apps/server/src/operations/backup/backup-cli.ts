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

const usage = `Backs up a deployment with the embedded database, whether its server runs or not.
Usage: ${program} backup [--to <folder>] [--keep <number>]
  --to    the folder that receives the backup; BACKUP_DIR or backups in DATA_DIR by default
  --keep  how many backups of this deployment stay there; all by default
It reads the server's settings: DATA_DIR, FILES_DIR and so on. A PostgreSQL of your own (DATABASE_URL) is backed up with
pg_dump or pgBackRest: see ${externalPage}.
`

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--keep takes a whole number from 1, not ${text}`)
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
        `The audit trail in it reaches seal ${auditHead.number}:${auditHead.hash} of ${auditHead.sealedAt} or further.`,
      )
    }
    if (bucket)
      print(`The backup has no uploaded files. They are in the bucket ${bucket.name}: back that up as well.`)
    if (removed > 0) print(`Older backups removed: ${removed}.`)
    print(
      `The secret key is in ${secretFile}. Keep it apart from the backup: a restore needs it, and anybody who has both ` +
        'can read everything.',
    )
    return 0
  },
})
