import type { Route } from '../../platform/http/route.ts'
import { changeRoleRoute, changeRoute, confirmRoute, revokeRoute } from './answer.ts'
import { closeRoute } from './close.ts'
import { exportRoute } from './export/index.ts'
import { infoRoute, itemsRoute, listRoute, noticesRoute, workRoute } from './list.ts'
import { cancelRoute, choicesRoute, rolesRoute, saveRoute } from './save.ts'

export { readReviewsOf } from './of-studies.ts'
export { openReview } from './open.ts'
export { accessReviewReminder } from './reminder.ts'
export { keepAccessReviews, startAccessReviews } from './worker.ts'

/** Routes of access reviews. */
export const accessReviewRoutes: readonly Route[] = [
  ...[listRoute, infoRoute, choicesRoute, saveRoute, cancelRoute, closeRoute],
  ...[itemsRoute, workRoute, noticesRoute, rolesRoute],
  ...[confirmRoute, changeRoute, changeRoleRoute, revokeRoute, exportRoute],
]
