import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { entryAt, firstEntry } from './entries.ts'

const entry = (id: string, url: string): MenuEntry => ({ id, parentId: 'g', name: id, url, icon: '' })
const group = (...list: MenuEntry[]): MenuGroup => ({ ...entry('g', '/systemManger'), list })
const menu = [
  group(entry('planned', '')),
  group(entry('dictionary', '/systemManger/dictionary'), entry('tenant', '/systemManger/tenant')),
]

describe('the menu', () => {
  it('starts at its first entry that leads somewhere', () => {
    expect(firstEntry(menu)?.id).toBe('dictionary')
    expect(firstEntry([group()])).toBeUndefined()
  })

  it('knows its entry by the name of the route, under /version too', () => {
    expect(entryAt(menu, '/systemManger/tenant')?.id).toBe('tenant')
    expect(entryAt(menu, '/version/systemManger/tenant')?.id).toBe('tenant')
  })

  it('has no entry for what the user may not see', () => {
    expect(entryAt(menu, '/systemManger/user')).toBeUndefined()
    expect(entryAt(menu, '/nowhere')).toBeUndefined()
  })

  it('takes neither a group’s address nor one that is no route for a page', () => {
    const outside = group(entry('outside', '/outside/page'))
    expect(entryAt(menu, '/systemManger')).toBeUndefined()
    expect(entryAt([outside], '/outside/page')).toBeUndefined()
    expect(firstEntry([outside, ...menu])?.id).toBe('dictionary')
    expect(firstEntry([{ ...group(), url: '/systemManger' }])).toBeUndefined()
  })
})
