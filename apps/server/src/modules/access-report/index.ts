import type { Route } from '../../platform/http/route.ts'
import { accessExportRoute } from './export/index.ts'
import { accessChoicesRoute, accessListRoute } from './list.ts'

export { accessOfPerson } from './list.ts'
export {
  type Grant,
  leavesOut,
  namesOf,
  presentRows,
  readDetails,
  readRows,
  removalOf,
} from './report.ts'

/** Routes of the access report. */
export const accessReportRoutes: readonly Route[] = [accessListRoute, accessChoicesRoute, accessExportRoute]
