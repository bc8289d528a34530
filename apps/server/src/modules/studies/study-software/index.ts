import { studyLinkDelete, studyLinkList, studyLinkSave } from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { deleteStudyLink, saveStudyLink } from './entity.ts'
import { listStudyLinks } from './queries.ts'

export const studySoftwareRoutes: readonly Route[] = [
  handle(studyLinkList, listStudyLinks),
  handle(studyLinkSave, saveStudyLink),
  handle(studyLinkDelete, deleteStudyLink),
]
