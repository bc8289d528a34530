export {
  addModule,
  addModuleWithNext,
  failNextCommit,
  hostOffers,
  manifestOf,
  prepareReleases,
  putRelease,
  signManifest,
  teamKeys,
} from './releases.ts'
export { type ReleaseSuite, startReleases, withModuleEach } from './server.ts'
