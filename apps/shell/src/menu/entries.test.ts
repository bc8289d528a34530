import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { entryAt, firstEntry, hasServedEntry } from './entries.ts'

const entry = (id: string, url: string): MenuEntry => ({ id, parentId: 'g', name: id, url, icon: '' })
const group = (...list: MenuEntry[]): MenuGroup => ({ ...entry('g', '/systemManger'), list })
const menu = [
  group(entry('planned', '')),
  group(entry('dictionary', '/systemManger/dictionary'), entry('tenant', '/systemManger/tenant')),
]

/** Screens of the suite. One of them belongs to a remote that the contract does not contain. */
const screens = ['/systemManger/dictionary', '/systemManger/tenant', '/visitPlan/session']
const isScreen = (path: string) => Promise.resolve(screens.includes(path))

describe('the menu', () => {
  it('starts at the first entry that leads to a screen', async () => {
    expect((await firstEntry(menu, isScreen))?.id).toBe('dictionary')
    expect(await firstEntry([group()], isScreen)).toBeUndefined()
  })

  it('finds an entry by its path, also under /version', () => {
    expect(entryAt(menu, '/systemManger/tenant')?.id).toBe('tenant')
    expect(entryAt(menu, '/version/systemManger/tenant/')?.id).toBe('tenant')
  })

  it('leads to a screen that is not in the contract', async () => {
    const released = group(entry('visits', '/visitPlan/session'))
    expect(entryAt([released], '/visitPlan/session')?.id).toBe('visits')
    expect((await firstEntry([released, ...menu], isScreen))?.id).toBe('visits')
  })

  it('has no entry for screens that the user may not open', () => {
    expect(entryAt(menu, '/systemManger/user')).toBeUndefined()
    expect(entryAt(menu, '/nowhere')).toBeUndefined()
  })

  it('ignores the address of a group and addresses without a screen', async () => {
    const outside = group(entry('outside', '/outside/page'))
    expect(entryAt(menu, '/systemManger')).toBeUndefined()
    expect((await firstEntry([outside, ...menu], isScreen))?.id).toBe('dictionary')
    expect(await firstEntry([{ ...group(), url: '/systemManger' }], isScreen)).toBeUndefined()
  })

  it('has a target if any of its entries is served', () => {
    const isServed = (path: string) => path.startsWith('/visitPlan/')
    expect(hasServedEntry([group(entry('visits', '/visitPlan/session'))], isServed)).toBe(true)
    expect(hasServedEntry(menu, isServed)).toBe(false)
    expect(hasServedEntry([group(entry('planned', ''))], () => true)).toBe(false)
  })
})
