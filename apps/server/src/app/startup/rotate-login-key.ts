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
      throw new StartupError('SECRET_KEY does not match this database: no key was created.')
    await rotateLoginKey({ db, secrets }, 'now')
  } finally {
    await close()
  }
}

await runCommand({
  usage: `Replaces the key under which passwords travel, before its time.
Usage: ${program} login-key:rotate
The database is found as the server finds it, by DATABASE_URL or DATA_DIR; the server may be running.
`,
  options: {},
  run: async () => {
    await rotate()
    print('The login key has been replaced. The previous one expires within 15 minutes and is then deleted.')
    return 0
  },
})
