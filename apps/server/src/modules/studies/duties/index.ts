import { dutyDelete, dutySave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { dutyConflictsRoute } from './conflict-list.ts'
import { roleConflicts } from './entity.ts'
import { dutyListRoute } from './list.ts'

export { type ConflictingRole, readConflictingRoles } from './conflict-list.ts'
export { breaksDuties, conflictIssues } from './conflicts.ts'

/** Routes of the pairs of roles that one person may not hold in one study. */
export const dutyRoutes: readonly Route[] = [
  dutyListRoute,
  handle(dutySave, saving(roleConflicts)),
  handle(dutyDelete, deleting(roleConflicts)),
  dutyConflictsRoute,
]
