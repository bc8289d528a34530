/**
 * `pnpm dependencies`: checks the installed packages. The lockfile must have a checksum for every package and agree
 * with the manifests. No package may run a script at its installation. Each must have an allowed licence and support
 * the Node version that runs the code.
 */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { parse } from 'yaml'

/**
 * SPDX names of licences that require no more than attribution. Licences with weak copyleft are allowed only for
 * packages that are not bundled.
 */
const allowedLicences = [
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
  'Zlib',
]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** Older form of `license`: the package may be used under any of these. */
  readonly licenses?: readonly { readonly type: string }[]
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

/** Returns an error for each package without a hash in the lockfile, since anything could replace it. */
export const unlocked = ({ packages }: Lockfile): string[] =>
  Object.entries(packages)
    .filter(([, { resolution }]) => !resolution.integrity?.startsWith('sha512-'))
    .map(([name]) => `${name} has no SHA-512 checksum in the lockfile`)

/**
 * Returns an error for each dependency of a manifest that the lockfile lists differently.
 * @param folder '.' for the workspace itself
 */
export const drifted = ({ importers }: Lockfile, folder: string, manifest: Manifest): string[] =>
  kinds.flatMap((kind) => {
    const locked = importers[folder]?.[kind] ?? {}
    const names = new Set([...Object.keys(manifest[kind] ?? {}), ...Object.keys(locked)])
    return [...names]
      .filter((name) => manifest[kind]?.[name] !== locked[name]?.specifier)
      .map(
        (name) =>
          `${folder}: range of ${name} differs between package.json and the lockfile. Run pnpm install.`,
      )
  })

/** Returns an error for each package that may run a script at its installation. */
export const building = (allowBuilds: Record<string, boolean>): string[] =>
  Object.entries(allowBuilds)
    .filter(([, allowed]) => allowed)
    .map(([name]) => `${name} may run a script when it is installed`)

/** Returns an error if pnpm checks packages against another Node version than the one that runs the code. */
export const otherNode = (nodeVersion: string | undefined, { optionalDependencies }: Manifest): string[] =>
  optionalDependencies?.node?.endsWith(`@${nodeVersion}`)
    ? []
    : [
        `nodeVersion of pnpm-workspace.yaml is ${nodeVersion}, but the code runs on ${optionalDependencies?.node}`,
      ]

/**
 * Returns the licence of a manifest, in the old or the new notation. If it has none, returns MIT if the package's
 * README has it under a heading of its own, or if its licence file begins with it.
 * @param readme text of the README, '' for none
 * @param licenceFile text of the licence file, '' for none
 */
export function licenceOf(
  { license, licenses }: Pick<Manifest, 'license' | 'licenses'>,
  readme: string,
  licenceFile = '',
): string | undefined {
  if (license !== undefined) return license
  if (licenses !== undefined && licenses.length > 0)
    return `(${licenses.map(({ type }) => type).join(' OR ')})`
  const isMit = /^#+ *licen[sc]e *\n+ *(\(the mit license\)|mit) *$/im.test(readme)
  return isMit || /^mit license\n/i.test(licenceFile) ? 'MIT' : undefined
}

/** Returns whether a package's licence is allowed. */
export function isAllowed(license: string | undefined): boolean {
  try {
    return license !== undefined && satisfies(license, allowedLicences)
  } catch {
    // The text is no SPDX expression.
    return false
  }
}

async function readManifests(...patterns: string[]): Promise<[string, Manifest][]> {
  const files = await Array.fromAsync(glob(patterns))
  return Promise.all(files.map(async (file) => [file, JSON.parse(await readFile(file, 'utf8')) as Manifest]))
}

/** Returns the text of a file beside a manifest; '' for none. */
async function textBeside(manifest: string, pattern: string): Promise<string> {
  const [file] = await Array.fromAsync(glob(join(dirname(manifest), pattern)))
  return file === undefined ? '' : readFile(file, 'utf8')
}

async function findFaults(): Promise<string[]> {
  const lockfile = parse(await readFile('pnpm-lock.yaml', 'utf8')) as Lockfile
  const workspace = parse(await readFile('pnpm-workspace.yaml', 'utf8')) as {
    allowBuilds?: Record<string, boolean>
    nodeVersion?: string
  }
  const folders = Object.keys(lockfile.importers)
  const own = await readManifests(...folders.map((folder) => join(folder, 'package.json')))
  const store = 'node_modules/.pnpm/*/node_modules'
  const installed = await readManifests(`${store}/*/package.json`, `${store}/@*/*/package.json`)
  const rejected: string[] = []
  for (const [file, manifest] of installed) {
    const { name, version, license } = manifest
    if (name?.startsWith('@atrium/') || isAllowed(license)) continue
    const readme = await textBeside(file, '[Rr][Ee][Aa][Dd][Mm][Ee]*')
    const licence = licenceOf(manifest, readme, await textBeside(file, 'LICENSE*'))
    if (!isAllowed(licence))
      rejected.push(`${name} ${version} has a licence that is not allowed: ${licence ?? 'unknown'}`)
  }
  return [
    ...unlocked(lockfile),
    ...folders.flatMap((folder) => {
      const manifest = own.find(([file]) => file === join(folder, 'package.json'))?.[1]
      return manifest
        ? drifted(lockfile, folder, manifest)
        : [`${folder} is only in the lockfile. Run pnpm install.`]
    }),
    ...building(workspace.allowBuilds ?? {}),
    ...own.flatMap(([file, manifest]) =>
      file === 'package.json' ? otherNode(workspace.nodeVersion, manifest) : [],
    ),
    ...new Set(rejected),
  ]
}

if (import.meta.main) {
  const faults = await findFaults()
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length > 0 ? 1 : 0
}
