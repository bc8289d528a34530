import { print, runCommand, UsageError, untilStopRequested } from '../../config/command.ts'
import { readOperatorConfig } from '../../config/operator.ts'
import { openExisting } from '../../database/index.ts'
import { isMonth } from '../../database/partitions.ts'
import { program } from '../../observability/program.ts'
import { loadSecrets } from '../../secrets/index.ts'
import { openStore } from '../index.ts'
import type { Signed } from './archive.ts'
import { type ArchiveSource, archivePartitions } from './partitions.ts'

interface ArchiveCommand<Manifest extends Signed, Archived> {
  /** Name of the script in package.json. */
  readonly name: string
  /** Description of the command, in one or two sentences. */
  readonly does: string
  readonly source: ArchiveSource<Manifest, Archived>
  /** Describes an archived partition. */
  readonly describe: (archived: Archived) => string
}

const usage = (name: string, does: string) => `${does}
Usage: ${program} ${name} --before <month> --to <target>
  --before  a month, such as 2027-01: earlier months are archived; empty ones are dropped
  --to      a folder, or s3://bucket/prefix. The bucket's server and keys are S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and
            S3_SECRET_ACCESS_KEY if S3_BUCKET is set, otherwise the settings of the AWS SDK: AWS_ENDPOINT_URL,
            AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and so on
The command connects to the server's database: DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR. The server may be
running. An interruption loses nothing: run the command again to continue.
`

/** Runs a command that archives past months of a table. */
export const runArchiveCommand = <Manifest extends Signed, Archived>({
  name: command,
  does,
  source,
  describe,
}: ArchiveCommand<Manifest, Archived>): Promise<void> =>
  runCommand({
    usage: usage(command, does),
    options: { before: { type: 'string' }, to: { type: 'string' } },
    run: async ({ before, to }) => {
      if (before === undefined || !isMonth(before))
        throw new UsageError('--before must be a month, such as 2027-01')
      if (to === undefined) throw new UsageError('--to must be a folder or s3://bucket/prefix')
      const config = await readOperatorConfig()
      const store = await openStore(to, config)
      const signal = untilStopRequested('the remaining months stay in the database')
      const { db, ownerUrl, close } = await openExisting(config)
      try {
        const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
        const { auditKey: key } = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
        const removed = await archivePartitions(source, {
          db,
          owner: { url: ownerUrl },
          key,
          store,
          before,
          operator: config.operator,
          signal,
          onPart: (name, outcome) => {
            if ('archived' in outcome) print(`Archived ${name}: ${describe(outcome.archived)}`)
            else if ('empty' in outcome) print(`Dropped ${name}: it was empty.`)
            else print(`Left ${name} in the database: ${outcome.stays}.`)
          },
        })
        if (removed === 0) print('Nothing was archived.')
        return 0
      } finally {
        await close()
      }
    },
  })
