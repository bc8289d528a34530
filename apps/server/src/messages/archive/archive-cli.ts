import { hostname, userInfo } from 'node:os'
import { runCommand, say, UsageError, untilToldToStop } from '../../config/command.ts'
import { readConfig } from '../../config/config.ts'
import { openExisting } from '../../database/index.ts'
import { isMonth } from '../../database/partitions.ts'
import { loadSecrets } from '../../secrets/index.ts'
import { openPlace } from '../../storage/index.ts'
import { archiveMessages } from './make.ts'

await runCommand({
  usage: `Archives the messages of months that are over, with their attempts and without what they say: writes them to a place,
reads them back, and then takes them out of the database.
Usage: pnpm messages:archive --before <month> --to <place>
  --before  a month, such as 2027-01: what is older is archived, by whole months
  --to      a folder, or s3://bucket/prefix, which is reached by S3_ENDPOINT, S3_REGION and S3_ACCESS_KEY_ID with
            S3_SECRET_ACCESS_KEY where they are set, else as the AWS SDK finds it
The database is found as the server finds it, by DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR; the server may be
running. Broken off, it has lost nothing, and goes on when it is run again.
`,
  options: { before: { type: 'string' }, to: { type: 'string' } },
  run: async ({ before, to }) => {
    if (before === undefined || !isMonth(before))
      throw new UsageError('--before takes a month, such as 2027-01')
    if (to === undefined) throw new UsageError('--to names a folder, or s3://bucket/prefix')
    const config = readConfig(process.env)
    const store = await openPlace(to, config)
    const signal = untilToldToStop('what is not archived yet stays in the database')
    const { db, ownerUrl, close } = await openExisting(config)
    try {
      const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
      const { auditKey: key } = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
      const operator = `${userInfo().username}@${hostname()}`
      const archived = await archiveMessages({
        db,
        owner: { url: ownerUrl },
        key,
        store,
        before,
        operator,
        signal,
        onPart: (name, outcome) =>
          say(
            typeof outcome === 'string'
              ? `Left ${name} in the database: ${outcome}.`
              : `Archived ${name}: ${outcome.messages} messages, ${outcome.attempts} attempts, SHA-256 ${outcome.sha256}.`,
          ),
      })
      if (archived === 0) say('Nothing was archived.')
      return 0
    } finally {
      await close()
    }
  },
})
