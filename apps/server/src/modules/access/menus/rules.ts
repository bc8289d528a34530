import { openStatus, rootMenuId, type TextKey } from '@atrium/contract'
import type { Row } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../http/index.ts'
import type { MenuFields } from './entity.ts'
import { isLasting } from './lasting.ts'
import { childrenOf } from './uses.ts'

const find = (trx: Trx, id: string) =>
  trx.selectFrom('menu').select(['id', 'parentId', 'status']).where('id', '=', id).executeTakeFirst()

/** Menus have two levels: an entry stands in a group, and a group with entries in nothing. */
async function parentIssue(
  trx: Trx,
  { parentId }: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<TextKey[]> {
  if (parentId === rootMenuId) return []
  const parent = await find(trx, parentId)
  if (!parent) return ['rule.reference']
  if (parent.parentId !== rootMenuId || parent.id === row?.id) return ['menu.rule.group']
  return row && (await childrenOf(trx, row.id)) > 0 ? ['menu.rule.hasChildren'] : []
}

const isClosed = ({ status }: { readonly status: unknown }): boolean => status === openStatus.closed

type FieldName = 'parentId' | 'status' | 'url'

/** The entries that lead to roles and menus stay within reach: in an open group, open, at their address. */
async function lastingEntryIssues(trx: Trx, menu: MenuFields, row: Row<'menu'>): Promise<FieldName[]> {
  const parent = await find(trx, menu.parentId)
  return [
    ...(!parent || isClosed(parent) ? (['parentId'] as const) : []),
    ...(isClosed(menu) ? (['status'] as const) : []),
    ...(menu.url !== row.url ? (['url'] as const) : []),
  ]
}

/** A group round such an entry stays open. */
async function groupIssues(trx: Trx, menu: MenuFields, row: Row<'menu'>): Promise<FieldName[]> {
  if (!isClosed(menu)) return []
  const entries = await trx.selectFrom('menu').select('code').where('parentId', '=', row.id).execute()
  return entries.some(({ code }) => isLasting(code)) ? ['status'] : []
}

const lastingIssues = (
  trx: Trx,
  menu: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<FieldName[]> | FieldName[] => {
  if (!row) return []
  return isLasting(row.code) ? lastingEntryIssues(trx, menu, row) : groupIssues(trx, menu, row)
}

/** The fields of a menu that do not fit the tree, or that would lock everybody out of editing it. */
export async function menuIssues(
  trx: Trx,
  menu: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<FieldIssue<FieldName>[]> {
  const place = await parentIssue(trx, menu, row)
  if (place.length > 0) return place.map((key) => fieldIssue('parentId', key))
  return (await lastingIssues(trx, menu, row)).map((field) => fieldIssue(field, 'menu.rule.lasting'))
}
