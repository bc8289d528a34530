import type { Menu, MenuWithEntries } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { extentOf, forTenants, leafIds, toggleLeaves, toSave } from './permissions.ts'

const menu = (id: string, more: Partial<Menu> = {}): Menu => ({
  id,
  name: id,
  nameEn: '',
  displayName: id,
  description: '',
  parentId: '0',
  seq: 1,
  url: '/x',
  icon: 'IconBook',
  status: 0,
  resourceType: 'menu',
  forTenants: true,
  rowVersion: 1,
  ...more,
})
const branch = (id: string, ...list: Menu[]): MenuWithEntries => ({ ...menu(id), list })

const tree = [
  branch('system', menu('dictionary'), menu('tenant', { forTenants: false })),
  branch('study', menu('site'), menu('user')),
  branch('empty'),
]
const [system, study, empty] = tree as [MenuWithEntries, MenuWithEntries, MenuWithEntries]

describe('the menu selection of a role', () => {
  it('saves menus with their groups, whether whole or in part', () => {
    expect(toSave(tree, new Set(['dictionary', 'site', 'user']))).toEqual([
      ...['dictionary', 'site', 'study', 'system', 'user'],
    ])
  })

  it('shows a group as selected if its entries are', () => {
    const saved = ['dictionary', 'study', 'system']
    expect([extentOf(system, saved), extentOf(study, saved)]).toEqual(['some', 'none'])
    expect(extentOf(study, ['site', 'user'])).toBe('all')
  })

  it('treats a group without entries as an entry', () => {
    expect(leafIds(empty)).toEqual(['empty'])
    expect(extentOf(empty, ['empty'])).toBe('all')
    expect(toggleLeaves(tree, [], { ids: leafIds(empty), on: true })).toEqual(['empty'])
  })

  it('selects and removes menus individually or by group', () => {
    const one = toggleLeaves(tree, [], { ids: ['site'], on: true })
    expect(one).toEqual(['site', 'study'])
    const both = toggleLeaves(tree, one, { ids: leafIds(study), on: true })
    expect(both).toEqual(['site', 'study', 'user'])
    expect(toggleLeaves(tree, both, { ids: ['user'], on: false })).toEqual(one)
    expect(toggleLeaves(tree, one, { ids: ['site'], on: false })).toEqual([])
  })

  it('offers only menus of tenants for a tenant role', () => {
    const theirs = forTenants(tree)
    expect(theirs.flatMap(leafIds)).toEqual(['dictionary', 'site', 'user', 'empty'])
    expect(toggleLeaves(theirs, ['dictionary', 'system', 'tenant'], { ids: [], on: true })).toEqual([
      'dictionary',
      'system',
    ])
  })

  it('offers tenant menus in groups of the platform for a tenant role, without empty groups', () => {
    const platform = { ...branch('platform', menu('holiday')), forTenants: false }
    const emptied = branch('emptied', menu('role', { forTenants: false }))
    const theirs = forTenants([...tree, platform, emptied])
    expect(theirs.flatMap(leafIds)).toEqual(['dictionary', 'site', 'user', 'empty', 'holiday'])
    expect(toggleLeaves(theirs, [], { ids: ['holiday'], on: true })).toEqual(['holiday', 'platform'])
  })
})
