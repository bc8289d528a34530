import { readConfig } from '../config/config.ts'
import { openExisting, StartupError } from '../database/index.ts'
import { canDecryptLoginKey, rotateLoginKey } from '../modules/passwords/index.ts'
import { loadSecrets } from '../secrets/index.ts'

/** `pnpm login-key:rotate`: the next key under which passwords travel, before its time. */
async function rotate(): Promise<void> {
  const config = readConfig(process.env)
  const { db, close } = await openExisting(config)
  try {
    const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
    const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
    // A key under another secret would keep everybody out.
    if (!(await canDecryptLoginKey({ db, secrets })))
      throw new StartupError('SECRET_KEY does not match this database: no key was created.')
    await rotateLoginKey({ db, secrets }, 'now')
  } finally {
    await close()
  }
}

try {
  await rotate()
  process.stdout.write(
    'The login key has been replaced. The previous one expires within 15 minutes and is then deleted.\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
