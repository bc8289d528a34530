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

/** A package in the copy, or its root. */
interface Copied {
  /** Folder from which its dependencies are resolved. */
  readonly source: string
  readonly folder: string
  readonly parent: Copied | undefined
  /** Versions of the packages in the `node_modules` of its folder. */
  readonly inside: Map<string, string>
}

/** Returns the version of a package that a copied package finds. */
const versionFor = (name: string, { inside, parent }: Copied): string | undefined =>
  inside.get(name) ?? (parent && versionFor(name, parent))

/**
 * Copies installed packages and their dependencies into one folder. A second version of a package is copied into the
 * folder of the package that requires it.
 * @param names required packages
 * @param optional packages that may be missing, such as those for other systems
 * @param from the folder from which the packages are resolved
 * @param target the folder, whose `node_modules` are filled
 * @throws Error if a package is missing
 */
export async function copyPackages(
  names: readonly string[],
  optional: readonly string[],
  from: string,
  target: string,
): Promise<void> {
  const root: Copied = { source: from, folder: target, parent: undefined, inside: new Map() }
  const copyPackage = async (name: string, by: Copied, isOptional: boolean): Promise<Copied | undefined> => {
    const source = await findPackage(name, by.source)
    if (!source) {
      if (isOptional) return undefined
      throw new Error(`${by.source} requires ${name}, which is not installed. Run pnpm install.`)
    }
    const { version } = await readManifest(source)
    const found = versionFor(name, by)
    if (found === version) return undefined
    const parent = found === undefined ? root : by
    const folder = join(parent.folder, 'node_modules', name)
    parent.inside.set(name, version)
    await copy(source, folder, (path) => !path.slice(source.length).includes('/node_modules'))
    return { source, folder, parent, inside: new Map() }
  }
  const copyAll = async (
    by: Copied,
    required: readonly string[],
    optional: readonly string[],
  ): Promise<void> => {
    const copied: (Copied | undefined)[] = []
    for (const name of required) copied.push(await copyPackage(name, by, false))
    for (const name of optional) copied.push(await copyPackage(name, by, true))
    // Only now, because a package beside them decides which versions they find.
    for (const next of copied) {
      if (!next) continue
      const { dependencies = {}, optionalDependencies = {} } = await readManifest(next.source)
      const always = Object.keys(dependencies).filter((name) => !(name in optionalDependencies))
      await copyAll(next, always, Object.keys(optionalDependencies))
    }
  }
  await copyAll(root, names, optional)
}
