import type { Menu, MenuWithEntries } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { idsAfterMove, inOrders, siblingsOf, toRows } from './rows.ts'

const menu = (id: string, parentId = '0'): Menu => ({
  id,
  name: id,
  nameEn: '',
  displayName: id,
  description: '',
  parentId,
  seq: 1,
  url: '/x',
  icon: 'IconBook',
  status: 0,
  resourceType: 'menu',
  forTenants: true,
  rowVersion: 1,
})
const tree: MenuWithEntries[] = [
  { ...menu('a'), list: [menu('a1', 'a'), menu('a2', 'a'), menu('a3', 'a')] },
  { ...menu('b'), list: [] },
]
const ids = (menus: readonly { id: string }[]) => menus.map(({ id }) => id)

describe('the list of menu rows', () => {
  it('lists each group before its entries, with their positions', () => {
    const rows = toRows(tree, new Set())
    expect(ids(rows)).toEqual(['a', 'a1', 'a2', 'a3', 'b'])
    expect(rows[2]).toMatchObject({ position: 2, among: 3 })
    expect(rows[4]).toMatchObject({ position: 2, among: 2, entries: 0 })
  })

  it('omits the entries of a folded group', () => {
    const rows = toRows(tree, new Set(['a']))
    expect(ids(rows)).toEqual(['a', 'b'])
    expect(rows[0]).toMatchObject({ folded: true, entries: 3 })
  })

  it('follows a changed order', () => {
    const [a1] = tree[0]?.list ?? []
    expect(ids(siblingsOf(tree, a1 ?? menu('')))).toEqual(['a1', 'a2', 'a3'])
    expect(idsAfterMove(tree[0]?.list ?? [], 'a1', 3)).toEqual(['a2', 'a3', 'a1'])
    expect(idsAfterMove(tree[0]?.list ?? [], 'a3', 1)).toEqual(['a3', 'a1', 'a2'])
    const shown = inOrders(tree, { '0': ['b', 'a'], a: ['a3', 'a1', 'a2'] })
    expect(ids(toRows(shown, new Set()))).toEqual(['b', 'a', 'a3', 'a1', 'a2'])
  })
})
