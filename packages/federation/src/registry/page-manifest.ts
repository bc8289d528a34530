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
  /** The file with all scripts that the remote begins with, in the language of the page. */
  readonly joined?: string | undefined
  readonly routes: ReleaseManifest['exposes']['routes']
  readonly files: readonly string[]
  readonly hashes: string
}

/** What every integrity begins with, and how long the hash is that follows. */
const algorithm = 'sha384-'
const hashLength = 64

/**
 * The manifest as a page carries it. Left out is what was checked when the release was accepted, and again by the server
 * that lists it for the very shell of that page, and the files that this page does not ask for: those of other people's
 * pages, and those that are joined.
 * @param language the page's
 */
export function toPage(manifest: ReleaseManifest, language: string): PageManifest {
  const { version, container, exposes, files } = manifest
  const { routes, mount } = exposes
  const { [language]: joined, ...otherwise } = manifest.joined ?? {}
  const parts = joined ? [container.entry, ...routes.scripts, ...(manifest.texts[language] ?? [])] : []
  const own = new Set([...routes.scripts, ...routes.styles])
  const foreign = [...mount.scripts, ...mount.styles].filter((file) => !own.has(file))
  const left = new Set([...foreign, ...parts, ...Object.values(otherwise)])
  const carried = Object.entries(files).filter(([file]) => !left.has(file))
  return {
    version,
    container,
    joined,
    routes,
    files: carried.map(([file]) => file),
    hashes: carried.map(([, { integrity }]) => integrity.slice(algorithm.length)).join(''),
  }
}

/** The manifest of a remote that came with the page. */
export function fromPage(name: string, page: PageManifest): RunnableManifest {
  const { version, container, routes, files, hashes } = page
  const integrityOf = (index: number): string =>
    algorithm + hashes.slice(index * hashLength, (index + 1) * hashLength)
  return {
    name,
    version,
    container,
    exposes: { routes },
    files: Object.fromEntries(files.map((file, index) => [file, { integrity: integrityOf(index) }])),
  }
}
