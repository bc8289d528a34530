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
export { failureOf, loadOf, moduleOf, type ReportedEvent, sendReport, setRoute } from './reports.ts'
export { type ReleaseSuite, startReleases, withModuleEach } from './server.ts'
