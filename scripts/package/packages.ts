import { constants } from 'node:fs'
import { cp, readFile, realpath } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Manifest {
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** Copies a folder or a file, copy-on-write where the file system supports it. */
export const copy = (from: string, to: string, keep: (path: string) => boolean = () => true): Promise<void> =>
  cp(from, to, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE, filter: keep })

/** Finds the folder of a package as resolved from another folder. @returns undefined if it is not installed */
export async function findPackage(name: string, from: string): Promise<string | undefined> {
  try {
    const manifest = findPackageJSON(name, pathToFileURL(join(from, 'package.json')))
    return manifest && (await realpath(dirname(manifest)))
  } catch {
    return undefined
  }
}

/**
 * Copies installed packages and their dependencies into one flat folder.
 * @param names required packages
 * @param optional packages that may be missing, such as those for other systems
 * @param from the folder from which the packages are resolved
 * @throws Error if a package is missing, or needed in two versions
 */
export async function copyPackages(
  names: readonly string[],
  optional: readonly string[],
  from: string,
  folder: string,
): Promise<void> {
  const copied = new Map<string, string>()
  const copyPackage = async (name: string, from: string, isOptional: boolean): Promise<void> => {
    const found = await findPackage(name, from)
    if (!found) {
      if (isOptional) return
      throw new Error(`${from} requires ${name}, which is not installed. Run pnpm install.`)
    }
    const { version, dependencies = {}, optionalDependencies = {} } = await readManifest(found)
    const other = copied.get(name)
    if (other && other !== version)
      throw new Error(
        `${name} is required in two versions, ${version} and ${other}. Only one can be packaged.`,
      )
    if (other) return
    copied.set(name, version)
    await copy(found, join(folder, name), (path) => !path.slice(found.length).includes('/node_modules'))
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      await copyPackage(next, found, next in optionalDependencies)
  }
  for (const name of names) await copyPackage(name, from, false)
  for (const name of optional) await copyPackage(name, from, true)
}
