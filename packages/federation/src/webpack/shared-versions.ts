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

/** The package that an import is of: `@atrium/ui-kit` for `@atrium/ui-kit/list`. */
const packageOf = (request: string): string => request.split('/', request.startsWith('@') ? 2 : 1).join('/')

/** The version of a package as an app finds it, or where it has none of its own, as this package does. */
function versionOf(name: string, root: string): string | undefined {
  for (const from of [join(root, 'package.json'), import.meta.filename]) {
    try {
      const file = findPackageJSON(name, pathToFileURL(from))
      if (file) return readPackage(file).version
    } catch {
      // Looked for further on.
    }
  }
  return undefined
}

/**
 * The versions of the packages of which the page has one copy, as far as the app has them.
 * @param root the folder of the app that is built
 */
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
 * The versions of shared packages that a remote runs on: what its package.json says under `peerDependencies`, else from
 * the one that it is built with up to the next that may break it.
 * @param root the remote's folder
 * @param requests the shared modules that it uses
 */
export function rangesOf(root: string, requests: readonly string[]): Record<string, string> {
  const { peerDependencies = {} } = readPackage(join(root, 'package.json'))
  const names = [...new Set(requests.map(packageOf))].sort()
  return Object.fromEntries(
    names.map((name) => [name, peerDependencies[name] ?? `^${versionOf(name, root)}`]),
  )
}
