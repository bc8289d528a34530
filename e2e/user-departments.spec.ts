import {
  categories,
  departmentSave,
  departmentsOfUser,
  dictionaryList,
  tenantRoles,
  tenantUserList,
  tenantUserSave,
  tenantUserUpdateBase,
} from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi } from './support/users.ts'

/** Adds a tenant with a department, two departments below it, and a member. */
const prepare = async (api: Api) => {
  const name = unique('人员租户')
  const [tenantId = ''] = await addTenants(api, name)
  const add = (departmentName: string, parentId = '0') =>
    api(departmentSave, { tenantId, parentId, departmentName })
  const top = await add('临床部')
  await add('监查组', top)
  await add('数据组', top)
  const user = await addUserByApi(api, '顾言')
  const first = async (categoryId: string) =>
    (await api(dictionaryList, { categoryId, page: 1, limit: 1 })).list[0]?.id ?? ''
  const [role] = await api(tenantRoles, { tenantId })
  await api(tenantUserSave, {
    tenantId,
    role: role?.code ?? '',
    typeId: await first(categories.userType),
    positionId: await first(categories.position),
    userIds: [user.id],
  })
  return { tenantId, tenantName: name, user }
}

const combobox = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })

const check = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('treeitem', { name, exact: true })

test('a user is put into one or more departments, each checked separately', async ({ page, api }) => {
  const { tenantId, tenantName, user } = await prepare(api)
  await page.goto('/#/tenantManager/userDepartment?tenantId=')
  await expect(combobox(page, '部门')).toHaveAttribute('aria-disabled', 'true')
  await combobox(page, '租户').click()
  await page.keyboard.type(tenantName)
  await page.getByRole('option', { name: tenantName }).click()
  // Waits until the list of all tenants, which has the same row, has been replaced.
  await expect(page.getByText('共 1 条')).toBeVisible()
  const row = rowOf(page, user.userName)
  await expect(row).toContainText('启用')
  await row.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '“顾言”的部门' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择部门！')).toBeVisible()

  // Checking a department does not change those above and below it.
  await check(page, '临床部').click()
  await expect(check(page, '临床部')).toHaveAttribute('aria-checked', 'true')
  await expect(check(page, '监查组')).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(check(page, '监查组')).toHaveAttribute('aria-checked', 'true')
  await check(page, '临床部').click()
  await check(page, '数据组').click()
  await expect(dialog.getByText('已选 2 个部门')).toBeVisible()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('监查组')
  await expect(row).toContainText('数据组')
  expect(await api(departmentsOfUser, { tenantId, userId: user.id })).toHaveLength(2)

  // The filter applies to the department itself, without those below it. Another tenant has other departments.
  await combobox(page, '部门').click()
  await page.getByRole('option', { name: '临床部', exact: true }).click()
  await expect(row).toHaveCount(0)
  await combobox(page, '部门').click()
  await page.getByRole('option', { name: '临床部 / 监查组' }).click()
  await expect(row).toBeVisible()
  await combobox(page, '租户').click()
  await page.keyboard.type('鹿鸣溪')
  await page.getByRole('option', { name: /鹿鸣溪/ }).click()
  await expect(combobox(page, '部门')).not.toContainText('监查组')
  await expect(page).not.toHaveURL(/departmentId/)
  await page.getByPlaceholder('搜索用户名').fill('lumingxi.cra')
  await expect(rowOf(page, 'lumingxi.cra')).toBeVisible()
})

test('a disabled user stays listed, in red', async ({ page, api }) => {
  const { tenantId, user } = await prepare(api)
  const { list } = await api(tenantUserList, { tenantId })
  await api(tenantUserUpdateBase, { id: list[0]?.id ?? '', enabled: 1 })
  await page.goto(`/#/tenantManager/userDepartment?tenantId=${tenantId}`)
  await expect(rowOf(page, user.userName).locator('.status-tag-bad')).toHaveText('停用')
})

test('its filters are separate from those of the tenant users’ screen', async ({ page, api }) => {
  const { tenantId, user } = await prepare(api)
  await page.goto(`/#/tenantManager/tenantUser?tenantId=${tenantId}&searchAll=1&sortBy=email&sortOrder=asc`)
  await expect(rowOf(page, user.userName)).toBeVisible()
  await page.goto('/#/tenantManager/userDepartment')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page).not.toHaveURL(/tenantId|sortBy/)
})

test.describe('an administrator of one tenant', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('sees the departments of the own tenant’s users, in English', async ({ page }) => {
    await page.goto('/#/tenantManager/userDepartment?userName=lumingxi.cra')
    await expect(page.getByRole('heading', { name: 'User departments' })).toBeVisible()
    const row = rowOf(page, 'lumingxi.cra')
    await expect(row).toContainText('华东监查组')
    await row.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog', { name: 'Departments of “Jiang Yuan”' })).toBeVisible()
    await expect(check(page, '华东监查组')).toHaveAttribute('aria-checked', 'true')
    await expect(rowOf(page, 'hengxulan.admin')).toHaveCount(0)
  })
})
