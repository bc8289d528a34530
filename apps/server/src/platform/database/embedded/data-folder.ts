import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, StartupError } from '../errors.ts'
import { type Account, chownTree, nobody } from './account.ts'
import { type Binaries, processEnvironment } from './binaries.ts'
import { scratchName } from './scratch.ts'
import { writeAuthentication } from './secure.ts'

/** The owner of the schema and superuser of the embedded server. */
export const ownerRole = 'atrium_owner'

/**
 * Makes sure that there is a database cluster of our version, and returns its folder. A new cluster is created in a
 * scratch folder and renamed when complete, so that an interrupted start, or two at once, leave no incomplete
 * cluster.
 * @throws StartupError if the cluster belongs to another version of PostgreSQL or cannot be read
 */
export async function prepareData(
  home: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<string> {
  const data = join(home, 'postgres')
  const version = await clusterVersion(data)
  if (version === undefined) await createCluster(home, data, binaries, account)
  else if (version !== binaries.major) throw otherVersion(data, version, binaries.major)
  return data
}

async function clusterVersion(data: string): Promise<string | undefined> {
  try {
    if ((await readdir(data)).length === 0) return undefined
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && String(error).includes('scandir')) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The data folder ${data} cannot be read (${reason}): make the user who starts Atrium its owner, or set DATA_DIR.`,
    )
  }
}

function otherVersion(data: string, version: string, ours: string): StartupError {
  const remedy =
    Number(version) > Number(ours)
      ? 'start that version of Atrium, or set DATA_DIR to another folder'
      : `export it with pg_dump of PostgreSQL ${version} and import it into a new DATA_DIR`
  return new StartupError(
    `The data folder ${data} was created by PostgreSQL ${version}, but this version of Atrium runs ${ours}: ${remedy}.`,
  )
}

async function createCluster(
  home: string,
  data: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  try {
    await makeCluster(data, account, (scratch) => runInitdb(home, scratch, binaries, account && nobody()))
  } catch (error) {
    // Another process was first. Its cluster is complete, because only complete clusters get this name.
    if ((await clusterVersion(data)) === undefined) throw error
  }
}

/** Creates the files of a cluster in a scratch folder, which gets its owner and its final name when complete. */
export async function makeCluster(
  data: string,
  account: Account | undefined,
  fill: (scratch: string) => Promise<void>,
): Promise<void> {
  const scratch = scratchName(data)
  try {
    await mkdir(scratch, { mode: 0o700 })
    await fill(scratch)
    if (account) await chownTree(scratch, account)
    await writeAuthentication(scratch, account)
    await rename(scratch, data)
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    throw error
  }
}

async function runInitdb(
  home: string,
  scratch: string,
  binaries: Binaries,
  maker: Account | undefined,
): Promise<void> {
  if (maker) await chown(scratch, maker.uid, maker.gid)
  const options = [
    `--pgdata=${scratch}`,
    `--username=${ownerRole}`,
    // Nobody may connect before the cluster has its own access rules.
    '--auth=reject',
    '--encoding=UTF8',
    // PostgreSQL's built-in C.UTF-8 sorts the same way on every system, so a system update never breaks an index.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]
  try {
    await promisify(execFile)(binaries.initdb, options, {
      ...maker,
      cwd: home,
      env: processEnvironment(binaries),
    })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').split('\n')
    const reason = said.find((line) => /error:|FATAL|PANIC|could not/.test(line))
    if (!reason) throw error
    throw new StartupError(
      `The built-in PostgreSQL cannot create its files in ${home} (${reason}): correct the cause, or set DATA_DIR.`,
      {
        cause: error,
      },
    )
  }
}
