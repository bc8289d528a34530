import type { Route } from '../../platform/http/route.ts'
import { decideRoute } from './decide.ts'
import { closeRoute } from './end.ts'
import { fileRoute } from './file.ts'
import { listRoute, ownRoute } from './list.ts'
import { looksRoute } from './looks.ts'
import { openRoute } from './open.ts'

export { closeInspection, endInspections } from './end.ts'
export { openInspection } from './open.ts'

/** Routes of inspections. */
export const inspectionRoutes: readonly Route[] = [
  ...[listRoute, openRoute, closeRoute, decideRoute, looksRoute, ownRoute, fileRoute],
]
