import type { Registry, RegistryEntry } from './schema.ts'

/** Files of an exposed module, relative to the manifest's folder. */
export interface ManifestFiles {
  /** Needed to load the module. */
  readonly sync: readonly string[]
  /** What it may ask for later. */
  readonly async: readonly string[]
}

/** What Atrium reads of an mf-manifest.json (module federation 2). */
export interface RemoteManifest {
  readonly metaData: {
    /** Name of the global variable that holds the container. */
    readonly globalName: string
    readonly remoteEntry: { readonly path: string; readonly name: string; readonly type: string }
  }
  readonly exposes: readonly {
    /** The expose key, `./routes` for instance. */
    readonly path: string
    readonly assets: { readonly js: ManifestFiles; readonly css: ManifestFiles }
  }[]
}

/** Whether a parsed JSON document is a manifest with all that a load needs. */
export function isManifest(value: unknown): value is RemoteManifest {
  const { metaData, exposes } = (value ?? {}) as Partial<RemoteManifest>
  return (
    typeof metaData?.globalName === 'string' &&
    typeof metaData.remoteEntry?.name === 'string' &&
    Array.isArray(exposes)
  )
}

/** Address of the container's script, resolved against the manifest's own address. */
export function entryUrl(manifest: RemoteManifest, manifestUrl: string): string {
  const { path, name } = manifest.metaData.remoteEntry
  return new URL(path ? `${path}/${name}` : name, manifestUrl).href
}

/** The remote that renders a path of the route table, if any does. */
export function remoteForPath(registry: Registry, path: string): RegistryEntry | undefined {
  return registry.remotes.find(({ routes }) =>
    routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}
