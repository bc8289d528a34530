import { runCommand, say, UsageError, untilToldToStop } from '../../config/command.ts'
import { readOperatorConfig } from '../../config/operator.ts'
import { openExisting } from '../../database/index.ts'
import { isMonth } from '../../database/partitions.ts'
import { program } from '../../observability/program.ts'
import { loadSecrets } from '../../secrets/index.ts'
import { openPlace } from '../index.ts'
import type { ArchiveOptions } from './partitions.ts'

interface ArchiveCommand<Archived> {
  /** As `pnpm` knows it. */
  readonly name: string
  /** What it does, in a sentence or two. */
  readonly does: string
  /** @returns how many partitions are no longer in the database */
  readonly archive: (options: ArchiveOptions<Archived>) => Promise<number>
  /** What is said of one that was archived, behind its name. */
  readonly told: (archived: Archived) => string
}

const usage = ({ name, does }: { readonly name: string; readonly does: string }) => `${does}
Usage: ${program} ${name} --before <month> --to <place>
  --before  a month, such as 2027-01: what is older is archived, by whole months; empty ones are dropped
  --to      a folder, or s3://bucket/prefix: reached by S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY
            where files are in a bucket too (S3_BUCKET), else as the AWS SDK finds it, by AWS_ENDPOINT_URL, AWS_REGION,
            AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and so on
The database is found as the server finds it, by DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR; the server may be
running. Broken off, it has lost nothing, and goes on when it is run again.
`

/** Runs a command that archives partitions that are over, as the process was started. */
export const runArchiveCommand = <Archived>(command: ArchiveCommand<Archived>): Promise<void> =>
  runCommand({
    usage: usage(command),
    options: { before: { type: 'string' }, to: { type: 'string' } },
    run: async ({ before, to }) => {
      if (before === undefined || !isMonth(before))
        throw new UsageError('--before takes a month, such as 2027-01')
      if (to === undefined) throw new UsageError('--to names a folder, or s3://bucket/prefix')
      const config = await readOperatorConfig()
      const store = await openPlace(to, config)
      const signal = untilToldToStop('what is not archived yet stays in the database')
      const { db, ownerUrl, close } = await openExisting(config)
      try {
        const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
        const { auditKey: key } = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
        const gone = await command.archive({
          db,
          owner: { url: ownerUrl },
          key,
          store,
          before,
          operator: config.operator,
          signal,
          onPart: (name, outcome) => {
            if ('archived' in outcome) say(`Archived ${name}: ${command.told(outcome.archived)}`)
            else if ('empty' in outcome) say(`Dropped ${name}: it was empty.`)
            else say(`Left ${name} in the database: ${outcome.stays}.`)
          },
        })
        if (gone === 0) say('Nothing was archived.')
        return 0
      } finally {
        await close()
      }
    },
  })
