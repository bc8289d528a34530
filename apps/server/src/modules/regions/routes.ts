import { regionChildren, regionDelete, regionInfo, regionList, regionSave } from '@atrium/contract'
import { deleting, saving } from '../../crud/index.ts'
import { handle, type Route } from '../../http/index.ts'
import { regions } from './entity.ts'
import { findRegion, listChildren, listRegions } from './queries.ts'

export const regionRoutes: readonly Route[] = [
  handle(regionList, listRegions),
  handle(regionChildren, listChildren),
  handle(regionInfo, findRegion),
  handle(regionSave, saving(regions)),
  handle(regionDelete, deleting(regions)),
]
