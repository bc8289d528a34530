import {
  studySiteDelete,
  studySiteInfo,
  studySiteList,
  studySiteSave,
  studySiteUnselected,
} from '@atrium/contract'
import { deleting } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { saveStudySite, studySites } from './entity.ts'
import { findStudySite, listStudySites, listUnselected } from './queries.ts'

export { siteName, sitesOf } from './site-names.ts'

export const studySiteRoutes: readonly Route[] = [
  handle(studySiteList, listStudySites),
  handle(studySiteUnselected, listUnselected),
  handle(studySiteInfo, findStudySite),
  handle(studySiteSave, saveStudySite),
  handle(studySiteDelete, deleting(studySites)),
]
