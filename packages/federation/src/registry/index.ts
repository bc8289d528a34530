export { entryUrl, isManifest, type RemoteManifest } from './manifest.ts'
export { ownerOf } from './owner.ts'
export { Registry, RegistryEntry } from './schema.ts'
