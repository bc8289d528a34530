import { menuDelete, menuSave, rootMenuId } from '@atrium/contract'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from './api.ts'
import { unique } from './unique.ts'

/** Returns the shell's main menu. */
export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' })

/** Returns the links of a group in the main menu, once the group is there. */
export const linksOf = (page: Page, group: string): Locator =>
  mainMenu(page)
    .locator('.menu-group', { has: page.getByRole('button', { name: group }) })
    .getByRole('link')

export const openMenus = async (page: Page): Promise<void> => {
  await page.goto('/#/setting/menu')
  await expect(page.getByRole('heading', { name: '菜单管理' })).toBeVisible()
}

const fields = { url: '/nowhere/in/particular', icon: 'IconBook', status: 0 }

/** Name of a menu entry, with a URL if it links to a page. */
type Entry = string | { readonly name: string; readonly url: string }

/**
 * Adds a group with these entries at the end of the menu.
 * @returns its name, and a function that removes it
 */
export const addGroup = async (api: Api, ...entries: readonly Entry[]) => {
  const name = unique('临时菜单')
  const group = await api(menuSave, { ...fields, name, parentId: rootMenuId, seq: 9000 })
  const ids: string[] = []
  for (const [index, entry] of entries.entries()) {
    const own = typeof entry === 'string' ? { name: entry } : entry
    ids.push(await api(menuSave, { ...fields, ...own, parentId: group, seq: index + 1 }))
  }
  return { name, ids, remove: () => api(menuDelete, { ids: [group, ...ids] }) }
}
