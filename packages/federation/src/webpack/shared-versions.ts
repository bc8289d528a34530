import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sharedModules } from './shared.ts'

interface PackageJson {
  readonly version?: string
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const readPackage = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'))

/** Returns the package of an import, such as `@atrium/ui-kit` for `@atrium/ui-kit/list`. */
const packageOf = (request: string): string => request.split('/', request.startsWith('@') ? 2 : 1).join('/')

/** Returns the version of a package that an app resolves, or else the version that this package resolves. */
function versionOf(name: string, root: string): string | undefined {
  for (const from of [join(root, 'package.json'), import.meta.filename]) {
    try {
      const file = findPackageJSON(name, pathToFileURL(from))
      if (file) return readPackage(file).version
    } catch {
      // Try the next folder.
    }
  }
  return undefined
}

/** Returns the versions of the shared packages that the app can resolve. @param root the app's folder */
export function sharedVersions(root: string): Record<string, string> {
  const names = new Set(sharedModules.map(({ request }) => packageOf(request)))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const version = versionOf(name, root)
      return version ? [[name, version]] : []
    }),
  )
}

/**
 * Returns the version ranges of shared packages that a remote supports. They come from `peerDependencies` in its
 * package.json, or else run from the version it is built with up to the next breaking version.
 * @param root the remote's folder
 * @param requests the shared modules that the remote uses
 */
export function rangesOf(root: string, requests: readonly string[]): Record<string, string> {
  const { peerDependencies = {} } = readPackage(join(root, 'package.json'))
  const names = [...new Set(requests.map(packageOf))].sort()
  return Object.fromEntries(
    names.map((name) => [name, peerDependencies[name] ?? `^${versionOf(name, root)}`]),
  )
}
