import { studyDelete, studyInfo, studyList, studySave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { studies } from './entity.ts'
import { findStudy, listStudies } from './queries.ts'

export const studyRoutes: readonly Route[] = [
  handle(studyList, listStudies),
  handle(studyInfo, findStudy),
  handle(studySave, saving(studies)),
  handle(studyDelete, deleting(studies)),
]
