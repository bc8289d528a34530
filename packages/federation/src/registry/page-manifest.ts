import type { ReleaseManifest } from './manifest.ts'

/** What of a manifest it takes to run a release that fits the page. */
export interface RunnableManifest extends Pick<ReleaseManifest, 'name' | 'version' | 'container'> {
  readonly exposes: Pick<ReleaseManifest['exposes'], 'routes'>
  readonly files: Readonly<Record<string, { readonly integrity: string }>>
}

/**
 * A manifest as a page carries it: what it takes to run the release, as few bytes as it can be. Hashes do not get shorter
 * when the page is compressed: those of all files stand in one text, in the order of the files.
 */
export interface PageManifest extends Pick<ReleaseManifest, 'version' | 'container'> {
  readonly routes: ReleaseManifest['exposes']['routes']
  readonly files: readonly string[]
  readonly hashes: string
}

/** What every integrity begins with, and how long the hash is that follows. */
const algorithm = 'sha384-'
const hashLength = 64

/**
 * The manifest as a page carries it. Left out is what was checked when the release was accepted, and again by the server
 * that lists it for the very shell of that page, and the files that only pages of others ask for.
 */
export function toPage({ version, container, exposes, files }: ReleaseManifest): PageManifest {
  const { routes, mount } = exposes
  const own = new Set([...routes.scripts, ...routes.styles])
  const foreign = new Set([...mount.scripts, ...mount.styles].filter((file) => !own.has(file)))
  const carried = Object.entries(files).filter(([file]) => !foreign.has(file))
  return {
    version,
    container,
    routes,
    files: carried.map(([file]) => file),
    hashes: carried.map(([, { integrity }]) => integrity.slice(algorithm.length)).join(''),
  }
}

/** The manifest of a remote that came with the page. */
export function fromPage(name: string, { routes, files, hashes, ...rest }: PageManifest): RunnableManifest {
  const integrityOf = (index: number): string =>
    algorithm + hashes.slice(index * hashLength, (index + 1) * hashLength)
  return {
    ...rest,
    name,
    exposes: { routes },
    files: Object.fromEntries(files.map((file, index) => [file, { integrity: integrityOf(index) }])),
  }
}
