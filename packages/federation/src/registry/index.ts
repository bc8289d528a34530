export {
  HostDescription,
  hostDescriptionName,
  type Incompatibility,
  incompatibilities,
} from './compatibility.ts'
export { integrityOf } from './integrity.ts'
export { manifestName, Needs, ReleaseManifest, RemoteName, Version } from './manifest.ts'
export { isDevelopmentBuild } from './remotes.ts'
export { Registry, RegistryEntry } from './schema.ts'
export { isSignedBy, TrustedKeys } from './signature.ts'
