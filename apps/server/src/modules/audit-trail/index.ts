import type { Route } from '../../platform/http/route.ts'
import { auditEventRoute } from './event.ts'
import { auditExportRoute } from './export/index.ts'
import { auditChoicesRoute, auditListRoute } from './list.ts'
import { auditPeopleRoute, auditStudiesRoute } from './lookups.ts'

export {
  changesText,
  describedEvents,
  type ExportedEvent,
  exportTexts,
  maxSealedEvents,
  rejectBlinded,
} from './export/index.ts'
export { type AreaCount, countAreas, reviewedBy } from './reviewed.ts'
export type { EventRow } from './search.ts'
export { presentSignature, signaturesOf, unsigned } from './signatures.ts'
export { timeIn } from './times.ts'
export { words } from './words/index.ts'

/** Routes of the audit trail's screen. */
export const auditTrailRoutes: readonly Route[] = [
  auditListRoute,
  auditEventRoute,
  auditChoicesRoute,
  auditPeopleRoute,
  auditStudiesRoute,
  auditExportRoute,
]
