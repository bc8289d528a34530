import { menuDelete, menuTree } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { addGroup, linksOf, mainMenu, openMenus } from './support/menus.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

// High enough for all rows: a long table draws only those in view.
test.use({ viewport: { width: 1280, height: 3000 } })

const handle = (page: Page, menu: string) => page.getByRole('button', { name: `移动“${menu}”`, exact: true })

test('a new group and entry appear in the menu at once', async ({ page, api }) => {
  const [group, entry] = [unique('合作系统'), unique('外部页面')]
  await openMenus(page)
  await page.getByRole('button', { name: '新增一级菜单' }).click()
  const dialog = page.getByRole('dialog', { name: '新增一级菜单' })
  await expect(dialog.getByLabel('排序')).not.toHaveValue('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请输入请求地址！')).toBeVisible()
  await expect(dialog.getByText('请选择图标！')).toBeVisible()
  await dialog.getByLabel('名称', { exact: true }).fill(group)
  await dialog.getByLabel('请求地址').fill('/outside')
  await dialog.getByLabel('搜索图标').fill('指南')
  await expect(dialog.getByRole('radiogroup', { name: '图标' }).getByRole('radio')).toHaveCount(1)
  await dialog.getByRole('radio', { name: '指南针' }).check()
  await dialog.getByLabel('排序').fill('9000')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: `新增子菜单 ${group}` }).click()
  const addEntry = page.getByRole('dialog', { name: '新增子菜单' })
  await expect(addEntry.getByRole('combobox', { name: '上级' })).toContainText(group)
  await addEntry.getByLabel('名称', { exact: true }).fill(entry)
  await addEntry.getByLabel('请求地址').fill('/outside/page')
  // An icon can be chosen with the keyboard only: from the search into the grid, and along it.
  await addEntry.getByLabel('搜索图标').fill('用户')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(addEntry.getByRole('radio', { name: '添加用户' })).toBeChecked()
  await addEntry.getByRole('button', { name: '保存' }).click()
  await page
    .getByRole('dialog', { name: '没有这个地址的页面' })
    .getByRole('button', { name: '仍然保存' })
    .click()
  await expect(addEntry).toBeHidden()

  await linksOf(page, group).getByText(entry).click()
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  const tree = await api(menuTree, {})
  const added = tree.find(({ name }) => name === group)
  await api(menuDelete, { ids: [added?.id ?? '', ...(added?.list.map(({ id }) => id) ?? [])] })
})

test('a group is deleted after its entries, and disappears from the menu at once', async ({ page, api }) => {
  const entry = unique('旧页面')
  const { name: group } = await addGroup(api, entry)
  await openMenus(page)
  await page.getByRole('button', { name: `删除 ${group}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('正在使用中，无法删除：1 个子菜单')).toBeVisible()
  for (const menu of [entry, group]) {
    await page.getByRole('button', { name: `删除 ${menu}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByRole('button', { name: `删除 ${menu}` })).toHaveCount(0)
    await expect(mainMenu(page)).not.toContainText(menu)
  }
})

test('entries are reordered by dragging and by keyboard, and the menu follows at once', async ({
  page,
  api,
}) => {
  const { name, remove } = await addGroup(api, '甲页', '乙页', '丙页')
  try {
    await openMenus(page)
    const links = linksOf(page, name)
    await expect(links).toHaveText(['甲页', '乙页', '丙页'])

    await handle(page, '丙页').scrollIntoViewIfNeeded()
    await handle(page, '甲页').hover()
    await page.mouse.down()
    const below = await handle(page, '丙页').boundingBox()
    await page.mouse.move((below?.x ?? 0) + 5, (below?.y ?? 0) + 20, { steps: 5 })
    await expect(rowOf(page, '丙页')).toHaveClass(/menu-drop-after/)
    await page.mouse.up()
    await expect(links).toHaveText(['乙页', '丙页', '甲页'])
    await expect(page.getByRole('status').filter({ hasText: '“甲页”已移至第 3 位，共 3 位' })).toBeAttached()

    await handle(page, '甲页').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(links).toHaveText(['甲页', '乙页', '丙页'])
    await expect(handle(page, '甲页')).toBeFocused()
    await page.getByRole('button', { name: '下移“乙页”' }).click()
    await expect(links).toHaveText(['甲页', '丙页', '乙页'])
    await expect(page.getByRole('button', { name: '下移“乙页”' })).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await expect(links).toHaveText(['甲页', '丙页', '乙页'])

    await handle(page, '乙页').hover()
    await page.mouse.down()
    const above = await handle(page, '甲页').boundingBox()
    await page.mouse.move((above?.x ?? 0) + 5, (above?.y ?? 0) + 2, { steps: 5 })
    await expect(rowOf(page, '甲页')).toHaveClass(/menu-drop-before/)
    await page.keyboard.press('Escape')
    await expect(rowOf(page, '甲页')).not.toHaveClass(/menu-drop/)
    await page.mouse.up()
    await expect(links).toHaveText(['甲页', '丙页', '乙页'])
  } finally {
    await remove()
  }
})

test('a new order that conflicts with another user’s change is undone with a message', async ({
  page,
  api,
}) => {
  const { name, ids, remove } = await addGroup(api, '子页', '丑页', '寅页')
  const [, , last = ''] = ids
  await openMenus(page)
  await expect(linksOf(page, name)).toHaveCount(3)
  // The other change happens just before the order is saved, so that the page cannot have read it.
  await page.route('**/api/sys/menu/order*', async (route) => {
    await api(menuDelete, { ids: [last] })
    await route.continue()
  })
  await page.getByRole('button', { name: '下移“子页”' }).click()
  await expect(page.getByText('菜单已被他人修改，请刷新后重新排序')).toBeVisible()
  await expect(linksOf(page, name)).toHaveText(['子页', '丑页'])
  await expect(rowOf(page, '寅页')).toHaveCount(0)
  ids.pop()
  await remove()
})

test('the menus of roles and menus cannot be disabled, and the input stays', async ({ page }) => {
  await openMenus(page)
  await page.getByRole('button', { name: '编辑 菜单管理' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑子菜单' })
  await dialog.getByRole('radio', { name: '停用' }).check()
  await dialog.getByLabel('说明').fill('还没保存')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('状态不能这样修改，否则将无法再进入“角色管理”和“菜单管理”')).toBeVisible()
  await expect(dialog.getByLabel('说明')).toHaveValue('还没保存')
  await expect(dialog.getByRole('radio', { name: '停用' })).toBeChecked()
})
