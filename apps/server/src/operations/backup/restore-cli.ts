import { readFile } from 'node:fs/promises'
import { unreadSentences } from '../../platform/audit/index.ts'
import { print, runCommand, UsageError, untilStopRequested } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { StartupError } from '../../platform/database/index.ts'
import { program } from '../../platform/observability/program.ts'
import { readSecret } from '../../platform/secrets/index.ts'
import { counted } from '../../platform/texts/counted.ts'
import { type Restored, restoreBackup } from './restore.ts'

const usage = `Restores a backup of the embedded database into an empty DATA_DIR and verifies its audit trail. Exits with 1 if
the trail has faults.
Usage: ${program} restore --from <folder> --secret-key <file>
  --from        the folder of the backup
  --secret-key  the key file beside the backup; not needed if SECRET_KEY is set
The command restores to the paths in the server's settings, such as DATA_DIR and FILES_DIR.
`

/** Reads the secret key. @throws StartupError if there is none, or SECRET_KEY differs from the file */
async function secretOf(file: string | undefined, secretKey: string | undefined): Promise<string> {
  if (file === undefined && secretKey === undefined) {
    throw new StartupError(
      'Specify the key file of the backup with --secret-key: a backup cannot be restored without its key.',
    )
  }
  const named =
    file === undefined
      ? secretKey
      : await readFile(file, 'utf8').catch((error: Error) => {
          throw new StartupError(
            `The secret key cannot be read: ${error.message}. Check the path in --secret-key.`,
          )
        })
  const secret = await readSecret({ secretKey: named?.trim() })
  if (secretKey === undefined || secretKey === secret) return secret
  throw new StartupError(
    'SECRET_KEY differs from the key in the file: unset SECRET_KEY, or set it to the content of the file.',
  )
}

/** Prints what was restored. @returns whether the trail has no faults */
function report({ manifest, verification, releaseKeys }: Restored): boolean {
  const { madeAt, atrium, bucket } = manifest
  const { faults, sealed, waiting, head } = verification
  print(`Restored the backup that Atrium ${atrium} made at ${madeAt}.`)
  if (faults.length > 0) print(['The audit trail is NOT intact:', ...faults].join('\n'))
  else print('The audit trail is intact.')
  print(`It has ${counted(sealed, 'sealed event')} and ${counted(waiting, 'unsealed one')}.`)
  for (const sentence of unreadSentences(verification)) print(sentence)
  if (head) print(`Newest seal: ${head.number}:${head.hash}`)
  print(
    'Changes made after the backup are lost. A newer copy of the checkpoint file shows how many events are missing.',
  )
  if (bucket)
    print(`Uploaded files are in the bucket ${bucket.name}: restore the bucket to the same point in time.`)
  if (releaseKeys) print(`The keys of release teams are in ${releaseKeys}: set RELEASE_KEYS to that path.`)
  return faults.length === 0
}

await runCommand({
  usage,
  options: { from: { type: 'string' }, 'secret-key': { type: 'string' } },
  run: async ({ from, 'secret-key': file }) => {
    if (from === undefined) throw new UsageError('--from is missing: specify the folder of the backup')
    const config = await readOperatorConfig()
    const secret = await secretOf(file, config.SECRET_KEY)
    const signal = untilStopRequested('all restored files were removed')
    return report(await restoreBackup(config, { from, secret, signal })) ? 0 : 1
  },
})
