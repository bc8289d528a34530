export { RemoteBoundary, type RemoteBoundaryProps, type RemoteFailure } from './boundary.tsx'
export { type RemoteFault, RemoteLoadError, type RemoteStage } from './loader/error.ts'
export { protectRelease, type ReleaseName, releaseOfFile, setPageNonce } from './loader/integrity.ts'
export {
  createRemoteLoader,
  type LoadedRemote,
  type RemoteEvent,
  type RemoteLoader,
  type RemoteLoaderOptions,
} from './loader/loader.ts'
export { pageElements } from './page.ts'
export { developmentVersion, styleTaker } from './registry/agreement.ts'
export type { ReleaseManifest } from './registry/manifest.ts'
export { withOverrides } from './registry/override.ts'
export type { PageManifest } from './registry/page-manifest.ts'
export { remoteForPath } from './registry/remotes.ts'
export { Registry, RegistryEntry } from './registry/schema.ts'
export type { RemoteRoute } from './routes.ts'
