export { detailOfLoad, reportError, reportRejection, reportThrown, reportViolation } from './errors.ts'
export { reportEvent, reportInTime } from './report.ts'
export { reportVitals } from './vitals.ts'
