import { accessWhy, accessWhyTargets } from '@atrium/contract'
import { handle, handleOwn, type Route } from '../../platform/http/route.ts'
import { explain } from './explain.ts'
import { listTargets } from './targets.ts'

/** Routes of the explanations of access. */
export const accessWhyRoutes: readonly Route[] = [
  handleOwn(accessWhy, explain),
  handle(accessWhyTargets, listTargets),
]
