import type { ReleaseManifest } from './manifest.ts'

/** The part of a manifest that is needed to run a release. */
export interface RunnableManifest extends Pick<ReleaseManifest, 'name' | 'version' | 'container'> {
  readonly exposes: Pick<ReleaseManifest['exposes'], 'routes'>
  readonly files: Readonly<Record<string, { readonly integrity: string }>>
}

/**
 * A manifest as embedded in a page, kept as short as possible. Hashes do not compress, so the hashes of all files are
 * joined into one string, in the order of the files.
 */
export interface PageManifest extends Pick<ReleaseManifest, 'version' | 'container'> {
  /** File with all scripts that the remote starts with, in the page's language. */
  readonly joined?: string | undefined
  readonly routes: ReleaseManifest['exposes']['routes']
  readonly files: readonly string[]
  readonly hashes: string
}

/** Prefix of every integrity value, and length of the hash after it. */
const algorithm = 'sha384-'
const hashLength = 64

/**
 * Returns the manifest to embed in a page. Omits what the server checks itself (needs, sizes) and files that the page
 * does not load: files for embedding pages, and files contained in the joined file.
 * @param language language of the page
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

/** Restores the manifest of a remote from its embedded form. */
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
