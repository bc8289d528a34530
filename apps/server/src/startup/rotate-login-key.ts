import { readConfig } from '../config/index.ts'
import { hasDatabase, StartupError } from '../database/index.ts'
import { opensLoginKey, rotateLoginKey } from '../modules/identity/passwords/index.ts'
import { loadSecrets } from '../secrets/index.ts'
import { closing } from './closing.ts'
import { openConfigured } from './open-database.ts'

/** `pnpm login-key:rotate`: the next key under which passwords travel, before its time. */
async function rotate(): Promise<void> {
  const config = readConfig(process.env)
  const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
  if (dataDir !== undefined && !(await hasDatabase(dataDir)))
    throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the server's.`)
  const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
  const open = closing()
  try {
    const { db } = await openConfigured(config, open, () => {})
    // A key under another secret would keep everybody out.
    if (!(await opensLoginKey({ db, secrets })))
      throw new StartupError('SECRET_KEY is not what this database was used with: no key was made.')
    await rotateLoginKey({ db, secrets }, 'now')
  } finally {
    await open.close()
  }
}

try {
  await rotate()
  process.stdout.write(
    'Passwords travel under a new key. The one before ends within 15 minutes and is deleted.\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
