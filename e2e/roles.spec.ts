import { roleList, roleSave } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { newAccount } from './support/invitations.ts'
import { mainMenu } from './support/menus.ts'
import { signIn } from './support/sessions.ts'
import { dataFolder } from './support/suite.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openRoles = async (page: Page, name = '') => {
  await page.goto(`/#/setting/role?${new URLSearchParams({ name })}`)
  await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
}

const box = (page: Page, menu: string) =>
  page.getByRole('dialog').getByRole('checkbox', { name: menu, exact: true })

const isMixed = (page: Page, menu: string) => expect(box(page, menu)).toHaveJSProperty('indeterminate', true)

/** Gives a user a role in all of the user's tenants, by their names. */
const giveRole = (userName: string, roleName: string): Promise<void> =>
  inDatabase(
    async (trx) => {
      const role = trx.selectFrom('role').select('id').where('name', '=', roleName)
      const { id } = await role.executeTakeFirstOrThrow()
      const user = trx.selectFrom('appUser').select('id').where('userName', '=', userName)
      await trx.updateTable('tenantUser').set({ roleId: id }).where('userId', 'in', user).execute()
    },
    dataFolder,
    asPlatform,
  )

test('a user with a tenant role sees its menus and no others', async ({ page, browser }) => {
  const name = unique('日历员')
  const account = await newAccount('calendar')
  await openRoles(page)
  await page.getByRole('button', { name: '新增角色' }).click()
  const dialog = page.getByRole('dialog', { name: '新增角色' })
  await dialog.getByLabel('名称', { exact: true }).fill(name)
  await box(page, '租户管理').check()
  await box(page, '节假日管理').check()
  await isMixed(page, '系统信息')
  await expect(dialog.getByText('已选 2 项')).toBeVisible()
  await dialog.getByRole('radio', { name: '租户角色' }).check()
  await expect(box(page, '租户管理')).toHaveCount(0)
  await expect(dialog.getByText('已选 1 项')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '是', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await giveRole(account.userName, name)

  const context = await browser.newContext()
  await context.addCookies([{ name: 'language', value: 'zh', url: page.url() }])
  const theirs = await context.newPage()
  await signIn(theirs, account)
  await theirs.goto('/#/index')
  await expect(theirs).toHaveURL(/#\/systemManger\/holiday/)
  await expect(mainMenu(theirs).getByRole('link')).toHaveText(['节假日管理'])

  await openRoles(page, name)
  await rowOf(page, name).getByRole('button', { name: '编辑' }).click()
  await expect(page.getByText('已有用户使用该角色，类型不能修改')).toBeVisible()
  await isMixed(page, '系统信息')
  await box(page, '系统信息').click()
  await expect(box(page, '数据字典')).toBeChecked()
  await box(page, '节假日管理').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await theirs.reload()
  await expect(mainMenu(theirs).getByRole('link')).toHaveText(['数据字典'])
  await context.close()
})

test('an administrator role shows no menus, and is found, closed and deleted', async ({ page }) => {
  const name = unique('值班')
  await openRoles(page)
  await page.getByRole('button', { name: '新增角色' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称', { exact: true }).fill(name)
  await dialog.getByLabel('英文名称').fill('On call')
  await expect(box(page, '全选')).toBeVisible()
  await dialog.getByRole('radio', { name: '是', exact: true }).check()
  await expect(dialog.getByText('管理员拥有全部菜单')).toBeVisible()
  await expect(box(page, '全选')).toHaveCount(0)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  await page.getByPlaceholder('搜索中文或英文名称').fill(name)
  const row = rowOf(page, name)
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(row).toContainText('系统角色')
  await page.reload()
  await row.getByRole('button', { name: '编辑' }).click()
  await dialog.getByRole('radio', { name: '否', exact: true }).check()
  await dialog.getByRole('radio', { name: '停用' }).check()
  // Ticks and unticks the box by keyboard, so that nothing of it is saved.
  await box(page, '角色管理').focus()
  await page.keyboard.press('Space')
  await expect(box(page, '角色管理')).toBeChecked()
  await isMixed(page, '菜单设置')
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('停用')

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
})

test('the second of two users who edit one role sees the menus that changed', async ({
  page,
  context,
  api,
}) => {
  const name = unique('并发角色')
  await api(roleSave, { name, roleType: 1, resourceIdList: ['dictionary'] })
  const other = await context.newPage()
  for (const each of [page, other]) {
    await openRoles(each, name)
    await rowOf(each, name).getByRole('button', { name: '编辑' }).click()
  }
  await box(other, '租户管理').check()
  await other.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(other.getByText('修改成功')).toBeVisible()

  await box(page, '区域管理').check()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('在您编辑期间，他人修改了该信息')).toBeVisible()
  const cells = page
    .getByRole('dialog')
    .getByRole('row', { name: /菜单权限/ })
    .getByRole('cell')
  await expect(cells).toHaveText([/数据字典\s*区域管理/, /数据字典\s*租户管理/])
  await page.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  const { list } = await api(roleList, { name, page: 1, limit: 10 })
  expect(list).toMatchObject([{ rowVersion: 3 }])
})
