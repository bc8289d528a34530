export { type Audience, releaseFor } from './choose.ts'
export {
  HostDescription,
  hostDescriptionName,
  type Incompatibility,
  incompatibilities,
} from './compatibility.ts'
export { manifestName, Needs, ReleaseManifest, RemoteName, RoutePrefix, Version } from './manifest.ts'
export { fileAddress, isDevelopmentBuild } from './remotes.ts'
export { Registry, RegistryEntry } from './schema.ts'
export { isSignedBy, TrustedKeys } from './signature.ts'
