import type { Route } from '../../platform/http/route.ts'
import { decideRoute } from './decide.ts'
import { closeRoute } from './end.ts'
import { fileRoute } from './file.ts'
import { listRoute, ownRoute } from './list.ts'
import { looksRoute } from './looks.ts'
import { openRoute } from './open.ts'

export { endInspections } from './end.ts'

/** Routes of inspections. */
export const inspectionRoutes: readonly Route[] = [
  ...[listRoute, openRoute, closeRoute, decideRoute, looksRoute, ownRoute, fileRoute],
]
