export {
  folderOfRelease,
  ownAddress,
  type ReleasePlaces,
  readHost,
  releaseFolders,
} from './places.ts'
export { isOpenToAll, type ModuleState, type ReleaseRow, readModules, suiteSigner } from './registry.ts'
export { isOwnFile, wrongFiles } from './release-files.ts'
export { createReleases, type Releases } from './releases.ts'
export { createReportBuffer, type ReportBuffer, type ReportedEvent } from './report-buffer.ts'
export { checkTrustedKeys, readTrustedKeys } from './trusted-keys.ts'
export { type CallingTeam, verifyTeam } from './verify-team.ts'
