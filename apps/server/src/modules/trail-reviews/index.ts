import type { Route } from '../../platform/http/route.ts'
import { lookRoute, startRoute } from './begin.ts'
import { concludeRoute } from './conclude.ts'
import { exportRoute } from './export.ts'
import { findingRoute } from './finding.ts'
import { infoRoute } from './info.ts'
import { listRoute, noticesRoute } from './list.ts'
import { cancelRoute, saveRoute } from './save.ts'

export { trailReviewReminder } from './reminder.ts'

/** Routes of the reviews of the audit trail. */
export const trailReviewRoutes: readonly Route[] = [
  ...[listRoute, infoRoute, saveRoute, cancelRoute, startRoute, lookRoute],
  ...[findingRoute, concludeRoute, exportRoute, noticesRoute],
]
