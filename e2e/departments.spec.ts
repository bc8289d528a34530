import { departmentSave, type Envelope, type ResponseOf, tenantCombobox } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds a tenant without departments. */
const aTenant = async (api: Api): Promise<string> => {
  const name = unique('部门租户')
  const [tenantId = ''] = await addTenants(api, name)
  return tenantId
}

const add = (api: Api, tenantId: string, departmentName: string, parentId = '0') =>
  api(departmentSave, { tenantId, parentId, departmentName })

const openDepartments = (page: Page, tenantId: string) =>
  page.goto(`/#/tenantManager/department?tenantId=${tenantId}`)

const item = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true })

/** Presses a button of a department, which appears on hover. */
const press = async (page: Page, action: string, name: string): Promise<void> => {
  await item(page, name).hover()
  await page.getByRole('button', { name: `${action} ${name}`, exact: true }).click()
}

const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '保存' }).click()

test('departments are added at the top level and below others, renamed, moved and deleted', async ({
  page,
  api,
}) => {
  await openDepartments(page, await aTenant(api))
  await expect(page.getByText('还没有部门')).toBeVisible()
  await page.getByRole('button', { name: '新增顶级部门' }).first().click()
  const name = page.getByRole('dialog').getByLabel('部门名称')
  await save(page)
  await expect(page.getByText('请输入部门名称！')).toBeVisible()
  await name.fill('临床开发中心')
  await save(page)
  await expect(item(page, '临床开发中心')).toHaveAttribute('aria-level', '1')

  await press(page, '新增下级', '临床开发中心')
  await expect(page.getByRole('combobox', { name: '上级部门' })).toContainText('临床开发中心')
  await name.fill('监查组')
  await save(page)
  await expect(item(page, '监查组')).toHaveAttribute('aria-level', '2')
  await expect(page.getByText('共 2 个部门')).toBeVisible()

  // Only a department without children can be deleted, and no department can be moved below itself.
  await item(page, '临床开发中心').hover()
  await expect(page.getByRole('button', { name: '编辑 临床开发中心' })).toBeVisible()
  await expect(page.getByRole('button', { name: '删除 临床开发中心' })).toHaveCount(0)
  await press(page, '编辑', '临床开发中心')
  await page.getByRole('combobox', { name: '上级部门' }).click()
  await expect(page.getByRole('option')).toHaveText(['顶级部门'])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

  await press(page, '编辑', '监查组')
  await name.fill('华东监查组')
  await page.getByRole('combobox', { name: '上级部门' }).click()
  await page.getByRole('option', { name: '顶级部门' }).click()
  const sent = page.waitForRequest((request) => request.url().includes('/department/save'))
  await save(page)
  expect((await sent).postDataJSON()).toMatchObject({ parentId: '0' })
  await expect(item(page, '华东监查组')).toHaveAttribute('aria-level', '1')

  await press(page, '删除', '华东监查组')
  const question = page.getByRole('dialog')
  await expect(question).toContainText('确定要删除该部门吗？')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page.getByRole('treeitem')).toHaveCount(1)
})

test('a name that a sibling already has is rejected at its field', async ({ page, api }) => {
  const tenantId = await aTenant(api)
  await add(api, tenantId, 'QA')
  await openDepartments(page, tenantId)
  await page.getByRole('button', { name: '新增顶级部门' }).click()
  await page.getByRole('dialog').getByLabel('部门名称').fill('qa')
  await save(page)
  await expect(page.getByRole('dialog').getByText('同一上级下已有同名部门，请换一个部门名称')).toBeVisible()
})

test('arrow keys move through the tree, whose folding is kept', async ({ page, api }) => {
  const tenantId = await aTenant(api)
  const top = await add(api, tenantId, 'A 部')
  await add(api, tenantId, 'A1 组', top)
  await add(api, tenantId, 'A2 组', top)
  await add(api, tenantId, 'B 部')
  await openDepartments(page, tenantId)
  await page.getByRole('button', { name: '全部收起' }).click()
  await expect(page.getByRole('treeitem')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(item(page, 'A 部')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(item(page, 'A 部')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(item(page, 'A2 组')).toBeFocused()
  // The buttons of the row are the next stops of the tab order.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '新增下级 A2 组' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(item(page, 'B 部')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('treeitem')).toHaveCount(2)
  await page.keyboard.press('ArrowRight')
  await page.reload()
  await expect(page.getByRole('treeitem')).toHaveCount(4)

  for (const typed of ['ａ２', 'a2']) {
    await page.getByPlaceholder('搜索部门名称').fill(typed)
    await expect(page.getByText('找到 1 个部门')).toBeVisible()
    await expect(page.locator('mark')).toHaveText('A2')
  }
  await expect(page.getByRole('treeitem')).toHaveText([/A 部/, /A2 组/])
})

test('the platform administrator’s screen starts with the second tenant', async ({ page }) => {
  await page.context().clearCookies({ name: 'atrium-tenant' })
  // Other tests add tenants at the same time, so the second tenant is read from the page's own response.
  const answered = page.waitForResponse(`**/api${tenantCombobox.path}*`)
  await page.goto('/#/tenantManager/department')
  const { data } = (await (await answered).json()) as Envelope<ResponseOf<typeof tenantCombobox>>
  await expect(page.getByRole('combobox', { name: '租户' })).toContainText(data?.[1]?.desc ?? 'no second')
})

test.describe('an administrator of one tenant', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('manages the departments of that tenant, in English', async ({ page, sessionOf }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [tenant] = await own(tenantCombobox, {})
    const name = unique('Desk')
    await page.goto('/#/tenantManager/department')
    await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText(tenant?.desc ?? '')
    await page.getByRole('button', { name: 'Add top department' }).click()
    await page.getByRole('dialog').getByLabel('Department name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(item(page, name)).toBeVisible()
    await press(page, 'Delete', name)
    await expect(page.getByRole('dialog')).toContainText('Do you want to delete this department?')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(item(page, name)).toHaveCount(0)
  })
})
