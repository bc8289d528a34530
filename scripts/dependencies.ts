/**
 * `pnpm dependencies`: checks what is installed. The lockfile names every package by its checksum and says what the
 * manifests say, no package runs a script when it is installed, and each has a licence that the project may use.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { parse } from 'yaml'

/** Licences that ask for no more than to be named, by their SPDX names; weaker copyleft only where nothing is bundled of it. */
export const allowedLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'OFL-1.1',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'MPL-2.0',
]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

type Locked = Record<string, { readonly specifier: string }>
export interface Lockfile {
  readonly importers: Record<string, { [Kind in keyof Manifest]?: Locked }>
  readonly packages: Record<string, { readonly resolution: { readonly integrity?: string } }>
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** What a lockfile leaves open: packages that anything may be put in the place of. */
export const unlocked = ({ packages }: Lockfile): string[] =>
  Object.entries(packages)
    .filter(([, { resolution }]) => !resolution.integrity?.startsWith('sha512-'))
    .map(([name]) => `${name} has no SHA-512 checksum in the lockfile`)

/** What a manifest asks for otherwise than the lockfile has it. @param folder '.' for the workspace itself */
export const drifted = ({ importers }: Lockfile, folder: string, manifest: Manifest): string[] =>
  kinds.flatMap((kind) => {
    const locked = importers[folder]?.[kind] ?? {}
    const names = new Set([...Object.keys(manifest[kind] ?? {}), ...Object.keys(locked)])
    return [...names]
      .filter((name) => manifest[kind]?.[name] !== locked[name]?.specifier)
      .map((name) => `${folder} asks for ${name} otherwise than the lockfile has it`)
  })

/** Packages that would run a script of their own when they are installed. */
export const building = (allowBuilds: Record<string, boolean>): string[] =>
  Object.entries(allowBuilds)
    .filter(([, allowed]) => allowed)
    .map(([name]) => `${name} may run a script when it is installed`)

/** Whether a package's licence is one that the project may use. */
export function isAllowed({ license }: Pick<Manifest, 'license'>): boolean {
  try {
    return license !== undefined && satisfies(license, allowedLicences)
  } catch {
    // No SPDX expression.
    return false
  }
}

async function readManifests(...patterns: string[]): Promise<[string, Manifest][]> {
  const files = await Array.fromAsync(glob(patterns))
  return Promise.all(files.map(async (file) => [file, JSON.parse(await readFile(file, 'utf8')) as Manifest]))
}

async function findFaults(): Promise<string[]> {
  const lockfile = parse(await readFile('pnpm-lock.yaml', 'utf8')) as Lockfile
  const workspace = parse(await readFile('pnpm-workspace.yaml', 'utf8')) as {
    allowBuilds?: Record<string, boolean>
  }
  const folders = Object.keys(lockfile.importers)
  const own = await readManifests(...folders.map((folder) => join(folder, 'package.json')))
  const store = 'node_modules/.pnpm/*/node_modules'
  const installed = await readManifests(`${store}/*/package.json`, `${store}/@*/*/package.json`)
  const refused = installed
    .filter(([, manifest]) => !manifest.name?.startsWith('@atrium/') && !isAllowed(manifest))
    .map(([, { name, version, license }]) => `${name} ${version} has the licence ${license ?? 'of no name'}`)
  return [
    ...unlocked(lockfile),
    ...folders.flatMap((folder) => {
      const manifest = own.find(([file]) => file === join(folder, 'package.json'))?.[1]
      return manifest ? drifted(lockfile, folder, manifest) : [`${folder} is in the lockfile alone`]
    }),
    ...building(workspace.allowBuilds ?? {}),
    ...new Set(refused),
  ]
}

if (import.meta.main) {
  const faults = await findFaults()
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length > 0 ? 1 : 0
}
