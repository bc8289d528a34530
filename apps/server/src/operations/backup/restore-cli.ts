import { readFile } from 'node:fs/promises'
import { unreadSentences } from '../../platform/audit/index.ts'
import { runCommand, say, UsageError, untilToldToStop } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { StartupError } from '../../platform/database/index.ts'
import { program } from '../../platform/observability/program.ts'
import { readSecret } from '../../platform/secrets/index.ts'
import { type Restored, restoreBackup } from './restore.ts'

const usage = `Restores a backup into an empty DATA_DIR, or, where DATABASE_URL is set, into an empty database, and verifies its
audit trail; ends with 1 when anything is wrong.
Usage: ${program} restore --from <folder> --secret-key <file>
  --from        the folder of the backup
  --secret-key  the file that was written beside it; not needed where SECRET_KEY is set
Where to is found as the server finds it, by DATABASE_URL, DATA_DIR, FILES_DIR and so on.
`

/** @throws StartupError where there is no key, or where the server would be started with another one */
async function secretOf(file: string | undefined, secretKey: string | undefined): Promise<string> {
  if (file === undefined && secretKey === undefined) {
    throw new StartupError(
      'Name the file of the secret key by --secret-key: without it the backup cannot be read.',
    )
  }
  const named =
    file === undefined
      ? secretKey
      : await readFile(file, 'utf8').catch((error: Error) => {
          throw new StartupError(`The secret key cannot be read: ${error.message}.`)
        })
  const secret = await readSecret({ secretKey: named?.trim() })
  if (secretKey === undefined || secretKey === secret) return secret
  throw new StartupError(
    'SECRET_KEY is another key than the file has: unset it, or set it to the content of the file.',
  )
}

/** What was restored, and how far it reaches. @returns whether the trail is whole */
function report({ manifest, verification, releaseKeys }: Restored): boolean {
  const { madeAt, atrium, bucket, database } = manifest
  const { faults, earlier, sealed, waiting, head } = verification
  say(`Restored what Atrium ${atrium} was at ${madeAt}.`)
  if (faults.length > 0) say(['The audit trail is NOT whole:', ...faults].join('\n'))
  else say('The audit trail is whole.')
  if (earlier.length > 0) say(['Not to be trusted, of an earlier version:', ...earlier].join('\n'))
  say(`It has ${sealed} events behind seals and ${waiting} that wait for one.`)
  for (const sentence of unreadSentences(verification)) say(sentence)
  if (head) say(`It reaches to seal ${head.number}:${head.hash}.`)
  say(
    'What was done after the backup is lost. A file of heads that was kept elsewhere says how many events that were.',
  )
  if (bucket) say(`Files are in the bucket ${bucket.name}: bring back what it had then.`)
  if (releaseKeys) say(`The keys of teams that may release are in ${releaseKeys}: set RELEASE_KEYS to it.`)
  if (database.form === 'dump') say('Start the server with SECRET_KEY set to the content of the key file.')
  return faults.length === 0
}

await runCommand({
  usage,
  options: { from: { type: 'string' }, 'secret-key': { type: 'string' } },
  run: async ({ from, 'secret-key': file }) => {
    if (from === undefined) throw new UsageError('--from names the folder of the backup')
    const config = await readOperatorConfig()
    const secret = await secretOf(file, config.SECRET_KEY)
    const signal = untilToldToStop('no file was kept')
    return report(await restoreBackup(config, { from, secret, signal })) ? 0 : 1
  },
})
