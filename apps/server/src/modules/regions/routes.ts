import { regionChildren, regionList } from '@atrium/contract'
import { handle, type Route } from '../../http/index.ts'
import { listChildren, listRegions } from './queries.ts'

export const regionRoutes: readonly Route[] = [
  handle(regionList, listRegions),
  handle(regionChildren, listChildren),
]
