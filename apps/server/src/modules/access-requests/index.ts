import type { Route } from '../../platform/http/route.ts'
import { askRoute } from './ask.ts'
import { askableOptionsRoute, askableStudiesRoute } from './askable.ts'
import { approveRoute, declineRoute } from './decide.ts'
import { listRoute } from './list.ts'
import { noticesRoute } from './notices.ts'
import { ownRequestsRoute, withdrawRoute } from './own.ts'
import { rulesRoute, rulesSaveRoute } from './rules.ts'

export { accessRequestReminder } from './reminder.ts'

/** Requests for access, and the decisions on them. */
export const accessRequestRoutes: readonly Route[] = [
  askableStudiesRoute,
  askableOptionsRoute,
  askRoute,
  ownRequestsRoute,
  withdrawRoute,
  noticesRoute,
  listRoute,
  approveRoute,
  declineRoute,
  rulesRoute,
  rulesSaveRoute,
]
