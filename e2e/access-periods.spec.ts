import {
  categories,
  membershipStatus,
  tenantRoles,
  tenantUserList,
  tenantUserSave,
  tenantUserUpdateBase,
} from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { entryOf } from './support/studies.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, chooseAction, dialogOf, listedUser, openUsers, saveDialog } from './support/users.ts'

/** Days that stay in the future. */
const [first, last, later] = ['2096-02-29', '2096-06-30', '2097-12-31'] as const

const openTenantUsers = async (page: Page, tenantId?: string): Promise<void> => {
  await page.goto(`/#/tenantManager/tenantUser?${new URLSearchParams(tenantId && { tenantId })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('租户用户')
}

type Days = Partial<Record<'accessFrom' | 'accessUntil' | 'roleFrom' | 'roleUntil', string>>

/** Adds new users to a tenant as its members. */
const addMembers = async (api: Api, tenantId: string, days: Days, ...names: string[]) => {
  const people = []
  for (const name of names) people.push(await addUserByApi(api, name))
  const roles = await api(tenantRoles, { tenantId })
  await api(tenantUserSave, {
    tenantId,
    role: roles.find(({ desc }) => desc === '租户成员')?.code ?? '',
    typeId: await entryOf(api, categories.userType),
    positionId: await entryOf(api, categories.position),
    userIds: people.map(({ id }) => id),
    ...days,
  })
  return people.map(({ userName }) => userName)
}

/** Returns a user's membership as currently listed. */
const membershipOf = async (api: Api, userName: string) => {
  const [membership] = (await api(tenantUserList, { userName })).list
  if (!membership) throw new Error(`${userName} is in no tenant`)
  return membership
}

/** Moves a membership into the past, which no call may do. */
const end = (tenantId: string): Promise<unknown> =>
  inDatabase(
    (trx) =>
      trx
        .updateTable('tenantUser')
        .set({ accessUntil: new Date('2020-01-01') })
        .where('tenantId', '=', tenantId)
        .execute(),
    undefined,
    asPlatform,
  )

const day = (dialog: Locator, label: string): Locator => dialog.getByLabel(label, { exact: true })
const fold = (dialog: Locator): Promise<void> => dialog.getByRole('heading', { name: '有效期' }).click()

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator' })

  test('adds a user until a day, after a rejected past day that keeps the form', async ({ page, api }) => {
    const known = await addUserByApi(api, '许望舒')
    await openTenantUsers(page)
    await page.getByRole('button', { name: '添加用户' }).click()
    const dialog = dialogOf(page, '添加用户')
    await choose(page, '用户类型', '申办方人员')
    await choose(page, '岗位', '临床监查员')
    const search = dialog.getByPlaceholder('输入完整的用户名、邮箱或手机号')
    await search.fill(known.userName)
    await search.press('Enter')
    await dialog.getByRole('row').filter({ hasText: known.userName }).getByRole('checkbox').check()

    await fold(dialog)
    await day(dialog, '结束日期').fill('2020-01-01')
    await day(dialog, '角色结束日期').fill(last)
    await fold(dialog)
    await saveDialog(page)
    await expect(dialog.getByText('结束日期不能早于今天')).toBeVisible()
    await expect(day(dialog, '角色结束日期')).toHaveValue(last)
    await day(dialog, '结束日期').fill(later)
    await saveDialog(page)
    await expect(page.getByText('已添加 1 名用户')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, known.userName)).toContainText(`至 ${later}`)
    await expect(rowOf(page, known.userName)).toContainText(`租户成员 至 ${last}`)
  })
})

test('memberships that have ended are extended for two users in one act', async ({ page, api }) => {
  const [tenantId = ''] = await addTenants(api, unique('延期医药'))
  const names = await addMembers(api, tenantId, { accessUntil: last }, '秦望川', '卫子衿')
  await openTenantUsers(page, tenantId)
  for (const name of names)
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await expect(page.getByText('已选 2 人')).toBeVisible()
  await page.getByRole('button', { name: '延期' }).click()
  const dialog = dialogOf(page, '延长有效期')
  await expect(dialog.getByText('秦望川')).toContainText('卫子衿')
  await expect(day(dialog, '结束日期')).toHaveValue(last)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await end(tenantId)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.locator('.status-tag-bad')).toHaveText(['已结束', '已结束'])
  await page.getByRole('button', { name: '延期' }).click()
  await day(dialog, '结束日期').fill('2021-01-01')
  await dialog.getByRole('button', { name: '延期' }).click()
  await expect(dialog.getByText('结束日期不能早于今天')).toBeVisible()
  await day(dialog, '结束日期').fill(later)
  await dialog.getByRole('button', { name: '延期' }).click()
  await expect(page.getByText('结束日期已更新')).toBeVisible()
  await expect(page.getByText(`至 ${later}`)).toHaveCount(2)
  await expect(page.getByText('已选 2 人')).toBeHidden()
  await expect(page.locator('.status-tag-bad')).toHaveCount(0)

  const [name = ''] = names
  await chooseAction(rowOf(page, name), '延期')
  await expect(day(dialog, '结束日期')).toHaveValue(later)
  await day(dialog, '结束日期').fill('')
  await dialog.getByRole('button', { name: '延期' }).click()
  await expect(dialog.getByText('请选择结束日期')).toBeVisible()
  await dialog.getByRole('radio', { name: '长期有效' }).check()
  await dialog.getByRole('button', { name: '延期' }).click()
  await expect(rowOf(page, name)).toContainText('长期')
})

test('the days of a membership are edited, and the second of two administrators sees the changes', async ({
  page,
  api,
}) => {
  const [tenantId = ''] = await addTenants(api, unique('期限医药'))
  const [userName = ''] = await addMembers(api, tenantId, { accessFrom: first, accessUntil: last }, '方既明')
  await openTenantUsers(page, tenantId)
  const row = rowOf(page, userName)
  await expect(row).toContainText(`未开始 ${first} 至 ${last}`)
  await row.getByRole('button', { name: '编辑 方既明' }).click()
  const base = dialogOf(page, '编辑“方既明”的租户信息')
  await day(base, '结束日期').fill(later)
  const { id, rowVersion } = await membershipOf(api, userName)
  await api(tenantUserUpdateBase, { id, rowVersion, accessFrom: '', accessUntil: '', roleUntil: last })
  await saveDialog(page)
  await expect(base.getByRole('row')).toHaveText([
    /字段/,
    `开始日期${first}（空）`,
    `结束日期${later}（空）`,
    `角色结束日期（空）${last}`,
  ])
  await base.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText(`未开始 ${first} 至 ${later}`)

  // Other changes keep the days.
  await chooseAction(row, '停用')
  await page.locator('.dialog-confirm').getByRole('button', { name: '停用', exact: true }).click()
  await expect(page.getByText('用户已停用')).toBeVisible()
  expect(await membershipOf(api, userName)).toMatchObject({
    enabled: membershipStatus.disabled,
    accessFrom: first,
    accessUntil: later,
  })
})

test('a system role ends on a day, and administrators cannot change their own', async ({ page, api }) => {
  const { userName } = await addUserByApi(api, '谢知白')
  await openUsers(page, { userName })
  await rowOf(page, userName).getByRole('button', { name: '编辑 谢知白' }).click()
  const basics = dialogOf(page, '编辑“谢知白”的基本信息')
  await day(basics, '角色开始日期').fill(last)
  await day(basics, '角色结束日期').fill(first)
  await saveDialog(page)
  await expect(basics.getByText('结束日期不能早于开始日期')).toBeVisible()
  await day(basics, '角色开始日期').fill('')
  await saveDialog(page)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(rowOf(page, userName)).toContainText(`普通用户 至 ${first}`)
  expect(await listedUser(api, userName)).toMatchObject({ roleUntil: first, roleState: 'current' })

  await openUsers(page, { userName: 'admin' })
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'admin', exact: true }) })
    .getByRole('button', { name: /^编辑/ })
    .click()
  await expect(page.getByRole('dialog').getByText('不能修改自己角色的有效期')).toBeVisible()
  await expect(day(page.getByRole('dialog'), '角色结束日期')).toBeDisabled()
})
