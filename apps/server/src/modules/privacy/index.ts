import type { Route } from '../../platform/http/route.ts'
import { approveRoute } from './approve.ts'
import { exportRoute } from './export.ts'
import { holdListRoute, holdPlaceRoute, holdReleaseRoute } from './holds.ts'
import { listRoute } from './list.ts'
import { personRoute } from './person.ts'
import { declineRoute, requestRoute, withdrawRoute } from './request.ts'
import { retentionRoute } from './retention.ts'

export { pseudonymise } from './pseudonymise.ts'

/** What is stored about people, its pseudonymisation, and legal holds. */
export const privacyRoutes: readonly Route[] = [
  personRoute,
  exportRoute,
  listRoute,
  requestRoute,
  approveRoute,
  declineRoute,
  withdrawRoute,
  holdListRoute,
  holdPlaceRoute,
  holdReleaseRoute,
  retentionRoute,
]
