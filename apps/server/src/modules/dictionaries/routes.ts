import {
  categoryTypes,
  dictionaryChildren,
  dictionaryDelete,
  dictionaryList,
  dictionarySave,
} from '@atrium/contract'
import { deleting, saving } from '../../crud/index.ts'
import { handle, type Route } from '../../http/index.ts'
import { listCategories } from './categories.ts'
import { entries } from './entity.ts'
import { listChildren, listEntries } from './queries.ts'

export const dictionaryRoutes: readonly Route[] = [
  handle(dictionaryList, listEntries),
  handle(dictionaryDelete, deleting(entries)),
  handle(dictionarySave, saving(entries)),
  handle(dictionaryChildren, listChildren),
  handle(categoryTypes, listCategories),
]
