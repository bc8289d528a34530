import * as z from 'zod/mini'
import { callOf, menuForOwnRows, signedIn, signedInOrPlatform } from '../core/call.ts'
import { id, noData, noFields, optionalId, text } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { Category, DictionaryEntry, DictionaryInput, globalTenantId } from './entities.ts'

const call = callOf('dictionary')

/** Entries of a category that a select requests. */
export const entryChoice = {
  /** Part of an entry's Chinese or English name. */
  keyWord: text(100),
  /** Requests only this entry, to show its name. */
  id: optionalId,
}

export const dictionaryList = call({
  method: 'POST',
  path: '/dictionary/getListByCategory',
  summary: 'Entries of a category: the global ones and the tenant’s own',
  access: signedInOrPlatform('dictionary'),
  effect: 'read',
  request: z.object({
    tenantId: z._default(optionalId, globalTenantId),
    categoryId: id,
    ...entryChoice,
    ...paging,
  }),
  response: listOf(DictionaryEntry),
})

export const dictionaryDelete = call({
  method: 'GET',
  path: '/dictionary/delete',
  summary: 'Delete an unused entry',
  access: menuForOwnRows('dictionary'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const dictionarySave = call({
  method: 'POST',
  path: '/dictionary/save',
  summary: 'Add an entry, or update an existing one by id',
  access: menuForOwnRows('dictionary'),
  effect: 'write',
  request: DictionaryInput,
  response: z.string(),
})

export const dictionaryChildren = call({
  method: 'GET',
  path: '/dictionary/getListByParentId',
  summary: 'Child entries of an entry',
  access: signedInOrPlatform('dictionary'),
  effect: 'read',
  request: z.object({ parentId: id }),
  response: z.array(DictionaryEntry),
})

export const categoryTypes = call({
  method: 'GET',
  path: '/base/dic/category/type',
  summary: 'Categories of the dictionary',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.array(Category),
})
