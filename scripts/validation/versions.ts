import { parse } from 'yaml'
import { sha256 } from './package-files.ts'
import type { Source } from './source.ts'
import { itemsOf } from './tables.ts'

const migrationsFolder = 'apps/server/src/platform/database/migrations'

export interface Migration {
  readonly name: string
  readonly checksum: string
  /** Whether it removes something that an earlier version used. */
  readonly isContract: boolean
}

/** An entry of the changelog. */
export interface ChangelogEntry {
  /** Heading of the version. */
  readonly version: string
  /** Heading within the version, such as `Added`. */
  readonly kind: string
  readonly text: string
}

/** Versions of what a version of the product consists of. */
export interface Versions {
  readonly version: string
  readonly node: string
  /** Versions of all packages by name, several joined. */
  readonly packages: Readonly<Record<string, string>>
  /** Versions of the packages that the product's own manifests name, several joined. */
  readonly direct: Readonly<Record<string, string>>
  readonly lockfileHash: string
  readonly migrations: readonly Migration[]
  readonly changelog: readonly ChangelogEntry[]
}

interface Lockfile {
  readonly importers?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, { readonly version: string }>>>>>
  >
  readonly packages?: Readonly<Record<string, unknown>>
}

/** Joins the different versions of each package, ordered by name. */
function joined(packages: readonly (readonly [name: string, version: string])[]): Record<string, string> {
  const found = new Map<string, Set<string>>()
  for (const [name, version] of packages) found.set(name, (found.get(name) ?? new Set<string>()).add(version))
  return Object.fromEntries(
    [...found.keys()].toSorted().map((name) => [name, [...(found.get(name) ?? [])].join(', ')]),
  )
}

/** Returns all packages of a lockfile, whose keys are `name@version`. */
const packagesIn = ({ packages = {} }: Lockfile) =>
  joined(
    Object.keys(packages).map((key) => {
      const at = key.indexOf('@', 1)
      return [key.slice(0, at), key.slice(at + 1)]
    }),
  )

/** Returns the packages that manifests name, without those of the workspace and without the versions of peers. */
const directIn = ({ importers = {} }: Lockfile) =>
  joined(
    Object.values(importers).flatMap((kinds) =>
      Object.values(kinds).flatMap((packages) =>
        Object.entries(packages)
          .filter(([, { version }]) => !version.startsWith('link:'))
          .map(([name, { version }]) => [name, version.replace(/\(.*$/, '')] as const),
      ),
    ),
  )

function migrationsIn({ read }: Source): Migration[] {
  const checksums = JSON.parse(read(`${migrationsFolder}/checksums.generated.json`) || '{}') as Record<
    string,
    string
  >
  return Object.entries(checksums).map(([name, checksum]) => ({
    name,
    checksum,
    isContract: /^export const contract\b/m.test(read(`${migrationsFolder}/${name}.ts`)),
  }))
}

function changelogIn(text: string): ChangelogEntry[] {
  const [, ...versions] = text.split(/^## /m)
  return versions.flatMap((section) => {
    const version = (section.split('\n', 1)[0] ?? '').trim()
    const kinds = [...section.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind)
    return kinds.flatMap((kind) => itemsOf(section, kind).map((item) => ({ version, kind, text: item })))
  })
}

/** Reads the versions from the files of a version. */
export function versionsOf(source: Source): Versions {
  const { read } = source
  const lock = read('pnpm-lock.yaml')
  const lockfile = (parse(lock) ?? {}) as Lockfile
  const manifest = JSON.parse(read('package.json')) as {
    readonly version: string
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }
  return {
    version: manifest.version,
    node: manifest.optionalDependencies?.node?.split('@').at(-1) ?? '',
    packages: packagesIn(lockfile),
    direct: directIn(lockfile),
    lockfileHash: sha256(lock),
    migrations: migrationsIn(source),
    changelog: changelogIn(read('CHANGELOG.md')),
  }
}
