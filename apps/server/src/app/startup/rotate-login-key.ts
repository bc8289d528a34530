import { canDecryptLoginKey, rotateLoginKey } from '../../modules/identity/passwords/index.ts'
import { print, runCommand } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { openExisting, StartupError } from '../../platform/database/index.ts'
import { program } from '../../platform/observability/program.ts'
import { loadSecrets } from '../../platform/secrets/index.ts'

async function rotate(): Promise<void> {
  const config = await readOperatorConfig()
  const { db, close } = await openExisting(config)
  try {
    const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
    const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
    // Nobody could sign in with a key that another secret encrypts.
    if (!(await canDecryptLoginKey({ db, secrets })))
      throw new StartupError(
        'SECRET_KEY does not match this database, so no key was created. Set SECRET_KEY to the key of the server.',
      )
    await rotateLoginKey({ db, secrets }, 'now')
  } finally {
    await close()
  }
}

await runCommand({
  usage: `Replaces the key that encrypts passwords in transit, ahead of its regular rotation.
Usage: ${program} login-key:rotate
The command connects to the server's database: DATABASE_URL, or DATA_DIR. The server may be running.
`,
  options: {},
  run: async () => {
    await rotate()
    print('The login key has been replaced. The previous one expires within 15 minutes and is then deleted.')
    return 0
  },
})
