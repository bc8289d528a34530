import {
  categoryTypes,
  dictionaryChildren,
  dictionaryDelete,
  dictionaryList,
  dictionarySave,
} from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { entries } from './entity.ts'
import { listCategories, listChildren, listEntries } from './queries.ts'

export { readEntries } from './queries.ts'
export { entryName, isEntryOf, wrongEntries } from './references.ts'
export { globalEntryId, seedDictionaries } from './seed.ts'

export const dictionaryRoutes: readonly Route[] = [
  handle(dictionaryList, listEntries),
  handle(dictionaryDelete, deleting(entries)),
  handle(dictionarySave, saving(entries)),
  handle(dictionaryChildren, listChildren),
  handle(categoryTypes, listCategories),
]
