import {
  categories,
  dictionaryList,
  membershipStatus,
  softwareCodes,
  tenantCombobox,
  tenantRoles,
  tenantUserList,
  tenantUserSave,
  tenantUserUpdateBase,
  userTypes,
} from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { signInOnce } from './support/sessions.ts'
import { entryOf } from './support/studies.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, chooseAction, dialogOf, listedUser, newContacts, saveDialog } from './support/users.ts'

const openTenantUsers = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/tenantManager/tenantUser?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/租户用户|Tenant users/)
}

/** Adds a tenant. @returns its id */
const addTenant = async (api: Api, name: string): Promise<string> => {
  const [tenantId = ''] = await addTenants(api, name)
  return tenantId
}

/** Returns the fields of a membership as administrator of a tenant, with the first type and position available. */
const positionIn = async (api: Api, tenantId: string) => {
  const roles = await api(tenantRoles, { tenantId })
  return {
    role: roles.find(({ desc }) => desc === '租户管理员')?.code ?? '',
    typeId: await entryOf(api, categories.userType),
    positionId: await entryOf(api, categories.position),
  }
}

const addByApi = async (api: Api, tenantId: string, ...userIds: string[]) =>
  api(tenantUserSave, { tenantId, ...(await positionIn(api, tenantId)), userIds })

/** Returns a user's membership as currently listed. */
const placeOf = async (api: Api, userName: string) => {
  const [membership] = (await api(tenantUserList, { userName })).list
  if (!membership) throw new Error(`${userName} is in no tenant`)
  return membership
}

const picked = (dialog: Locator) => dialog.getByRole('status')
const agree = (page: Page, action: string) =>
  page.locator('.dialog-confirm').getByRole('button', { name: action, exact: true }).click()

const choosePlace = async (page: Page) => {
  await choose(page, '角色', '租户管理员')
  await choose(page, '用户类型', '申办方人员')
  await choose(page, '岗位', '临床监查员')
}

test('several users are picked across pages and searches, and added at once', async ({ page, api }) => {
  const tenant = unique('用户医药')
  const tenantId = await addTenant(api, tenant)
  const series = unique('多选')
  for (let number = 1; number <= 12; number += 1) await addUserByApi(api, `${series}${number}`)
  const special = { ...newContacts('special'), userType: userTypes.special }
  await addByApi(api, tenantId, (await addUserByApi(api, `${series}特殊`, special)).id)

  await openTenantUsers(page)
  const add = page.getByRole('button', { name: '添加用户' })
  await expect(add).toBeDisabled()
  await expect(page.getByText('请先选择租户，再添加用户')).toBeVisible()
  await page.getByRole('combobox', { name: '租户' }).click()
  await page.keyboard.type(tenant)
  await page.getByRole('option', { name: tenant }).click()
  await add.click()
  const dialog = dialogOf(page, '添加用户')
  await saveDialog(page)
  for (const field of ['用户类型', '岗位', '用户'])
    await expect(dialog.getByText(`请选择${field}！`)).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: '角色' })).toContainText('租户成员')

  await choosePlace(page)
  const search = dialog.getByPlaceholder('搜索姓名、用户名、邮箱或手机号')
  await search.fill(series)
  await expect(dialog.getByText('共 12 条')).toBeVisible()
  await dialog.getByRole('row').nth(1).click()
  await dialog.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByRole('checkbox', { name: '选择本页全部' }).check()
  await search.fill(`${series}7`)
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: `选择 ${series}7` }).check()
  await expect(picked(dialog)).toHaveText('已选 4 项')
  // Enter in the search field does not submit the form around it.
  await search.press('Enter')
  await dialog.getByRole('button', { name: '查看已选' }).click()
  await expect(dialog.getByRole('row')).toHaveCount(5)
  await dialog.getByRole('checkbox', { name: `选择 ${series}7` }).uncheck()
  await expect(picked(dialog)).toHaveText('已选 3 项')
  await page.keyboard.press('Escape')
  await expect(page.locator('.dialog-confirm')).toContainText('您填写的内容尚未保存')
  await agree(page, '继续编辑')
  await saveDialog(page)
  await expect(page.getByText('已添加 3 名用户')).toBeVisible()
  await expect(rowOf(page, series)).toHaveCount(3)
  await expect(rowOf(page, `${series}12`)).toContainText('租户管理员')

  await page.getByRole('checkbox', { name: '显示全部' }).check()
  await expect(rowOf(page, series)).toHaveCount(4)
  await page.getByPlaceholder('搜索用户名').fill(special.userName)
  await expect(rowOf(page, series)).toHaveCount(1)
})

test('a tenant user is found by full name, e-mail address and phone number in any spelling', async ({
  page,
  api,
}) => {
  const tenantId = await addTenant(api, unique('检索医药'))
  const { id, userName, email, phone } = await addUserByApi(api, '欧阳 LMX-101')
  const other = await addUserByApi(api, '上官 LMX-102')
  await addByApi(api, tenantId, id)
  await addByApi(api, tenantId, other.id)
  await openTenantUsers(page, { tenantId })
  const search = page.getByPlaceholder('搜索姓名、邮箱或手机号')
  const digits = `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`
  for (const typed of [
    '欧阳',
    'ｌｍｘ－１０１',
    'LMX\u2011101',
    email.toUpperCase(),
    digits,
    digits.slice(4),
  ]) {
    await search.fill('LMX-102')
    await expect(rowOf(page, other.userName)).toHaveCount(1)
    await expect(rowOf(page, userName)).toHaveCount(0)
    await search.fill(typed)
    await expect(rowOf(page, userName)).toHaveCount(1)
    await expect(rowOf(page, other.userName)).toHaveCount(0)
  }
})

test('role, type, position and state are edited, and the second of two administrators sees the changes', async ({
  page,
  api,
}) => {
  const tenantId = await addTenant(api, unique('编辑医药'))
  const { id, userName, email } = await addUserByApi(api, '欧阳思远')
  await addByApi(api, tenantId, id)
  await openTenantUsers(page, { tenantId })
  const row = rowOf(page, userName)
  await row.getByRole('button', { name: '编辑 欧阳思远' }).click()
  const base = dialogOf(page, '编辑“欧阳思远”的租户信息')
  await choose(page, '岗位', '项目经理')
  await base.getByRole('radio', { name: '停用' }).check()
  await expect(
    base.getByText(/^保存后，该用户无法再访问该租户。系统会立即通知产品.*仍占用软件授权的用户名额/),
  ).toBeVisible()
  const { id: placeId, rowVersion, enabled } = await placeOf(api, userName)
  await api(tenantUserUpdateBase, { id: placeId, rowVersion, enabled, positionId: await otherPosition(api) })
  await saveDialog(page)
  await expect(base.getByRole('row')).toHaveText([/字段/, /岗位项目经理临床监查员/])
  await base.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('项目经理')
  await expect(row.locator('.status-tag-bad')).toHaveText('停用')

  await chooseAction(row, '重要信息')
  const important = dialogOf(page, '编辑“欧阳思远”的重要信息')
  await important.getByLabel('姓名').fill('欧阳修远')
  await important.getByLabel('电子邮箱').fill('not an address')
  await saveDialog(page)
  await expect(important.getByText('电子邮箱格式不正确')).toBeVisible()
  await important.getByLabel('电子邮箱').fill(`new.${email}`)
  await saveDialog(page)
  await expect(row).toContainText('欧阳修远')
  expect(await listedUser(api, userName)).toMatchObject({ fullName: '欧阳修远', email: `new.${email}` })
})

const otherPosition = async (api: Api): Promise<string> => {
  const { list } = await api(dictionaryList, { categoryId: categories.position, page: 1, limit: 100 })
  return list.find(({ displayName }) => displayName === '临床监查员')?.id ?? ''
}

/** Authorizes a user of a tenant for a study. */
const authorize = (tenantId: string, tenantUserId: string): Promise<void> =>
  inDatabase(
    async (trx) => {
      const ofProduct = { tenantId, softwareId: softwareCodes.edc }
      const url = 'https://edc.example'
      const names = { studyName: '研究', studyCode: 'S1', planCode: 'S1', nameAbbr: 'S1', fameFull: 'S1' }
      await trx
        .insertInto('tenantUrl')
        .values({ ...ofProduct, id: `${tenantId}-d`, urlName: 'EDC', url, mobileUrl: url })
        .execute()
      await trx
        .insertInto('study')
        .values({
          tenantId,
          id: `${tenantId}-s`,
          ...names,
          principal: '方予宁',
          siteCount: 1,
          patientCount: 1,
        })
        .execute()
      await trx
        .insertInto('studyUrl')
        .values({ ...ofProduct, id: `${tenantId}-u`, studyId: `${tenantId}-s`, tenantUrlId: `${tenantId}-d` })
        .execute()
      await trx
        .insertInto('studyUser')
        .values({ tenantId, id: `${tenantId}-a`, studyUrlId: `${tenantId}-u`, tenantUserId })
        .execute()
    },
    undefined,
    asPlatform,
  )

test('a user with an authorization for a study cannot be removed; others can, and can be added again', async ({
  page,
  api,
}) => {
  const tenantId = await addTenant(api, unique('移除医药'))
  const { id, userName } = await addUserByApi(api, '沈知微')
  const other = await addUserByApi(api, '顾清和')
  await addByApi(api, tenantId, id, other.id)
  await authorize(tenantId, (await placeOf(api, userName)).id)
  await openTenantUsers(page, { tenantId })
  await chooseAction(rowOf(page, userName), '移除')
  await expect(page.locator('.dialog-confirm')).toContainText('“沈知微”无法再访问')
  await agree(page, '移除')
  await expect(page.getByText('该用户仍有 1 项研究授权，请先取消授权再移除')).toBeVisible()
  await expect(rowOf(page, userName)).toBeVisible()

  await chooseAction(rowOf(page, other.userName), '移除')
  await agree(page, '取消')
  await expect(page.getByText('操作已取消')).toBeVisible()
  await chooseAction(rowOf(page, other.userName), '移除')
  await agree(page, '移除')
  await expect(page.getByText('已从租户中移除')).toBeVisible()
  await expect(rowOf(page, other.userName)).toBeHidden()
  await page.getByRole('button', { name: '添加用户' }).click()
  await page.getByPlaceholder('搜索姓名、用户名、邮箱或手机号').fill(other.userName)
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: other.userName })).toBeVisible()
})

test('a disabled user loses the tenant at their next call, on an open page', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const account = await newAccount('disabled')
  const { id, tenantId, rowVersion } = await placeOf(api, account.userName)
  const membership = await positionIn(api, tenantId)
  await api(tenantUserUpdateBase, { id, rowVersion, enabled: membershipStatus.enabled, ...membership })
  const context = await browser.newContext({ baseURL })
  await context.addCookies((await signInOnce(browser, account)).cookies)
  const theirs = await context.newPage()
  await openTenantUsers(theirs)
  await expect(rowOf(theirs, account.userName)).toBeVisible()
  // Users cannot end their own access.
  await rowOf(theirs, account.userName)
    .getByRole('button', { name: /更多操作/ })
    .click()
  for (const action of ['停用', '移除'])
    await expect(theirs.getByRole('menuitem', { name: action })).toHaveAttribute(
      'title',
      '不能停用或移除自己',
    )
  await theirs.keyboard.press('Escape')

  await openTenantUsers(page, { tenantId, userName: account.userName })
  const row = rowOf(page, account.userName)
  await chooseAction(row, '停用')
  await expect(page.locator('.dialog-confirm')).toContainText('其账号以及在其他租户的权限不受影响')
  await agree(page, '停用')
  await expect(row.locator('.status-tag-bad')).toHaveText('停用')
  await theirs.getByRole('button', { name: '刷新' }).click()
  await expect(theirs.getByText('列表加载失败')).toBeVisible()
  await expect(theirs.locator('.top-user')).toBeVisible()
  await context.close()

  await chooseAction(row, '启用')
  await agree(page, '启用')
  await expect(row.locator('.status-tag-good')).toHaveText('启用')
})

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator' })

  test('finds users by exact user name, adds them, and has them notified', async ({ page, api }) => {
    const known = await addUserByApi(api, '宋清如')
    await openTenantUsers(page)
    await expect(page.getByRole('combobox', { name: '租户' })).toContainText('鹿鸣溪')
    await page.getByRole('button', { name: '添加用户' }).click()
    const dialog = dialogOf(page, '添加用户')
    await expect(dialog.getByText('查找要添加的用户')).toBeVisible()
    await choosePlace(page)
    const search = dialog.getByPlaceholder('输入完整的用户名、邮箱或手机号')
    await search.fill('宋清如')
    await search.press('Enter')
    await expect(dialog.getByText('未找到可添加的用户')).toBeVisible()
    // The e-mail address is not verified, so it may be another person's.
    await search.fill(known.email)
    await dialog.getByRole('button', { name: '查找' }).click()
    await expect(dialog.getByText('未找到可添加的用户')).toBeVisible()
    await search.fill(known.userName)
    await dialog.getByRole('button', { name: '查找' }).click()
    const found = dialog.getByRole('row').filter({ hasText: '宋清如' })
    await expect(found).toContainText(known.userName)
    await expect(found.getByRole('img', { name: '未验证' })).toHaveCount(2)
    await expect(found).not.toContainText(known.phone)
    await found.getByRole('checkbox').check()
    await saveDialog(page)
    await expect(page.getByText('已添加 1 名用户')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, known.userName)).toBeVisible()
    const { text } = await nextMessageTo(known.email, 1)
    expect(text).toContain('鹿鸣溪')
  })

  test('cannot change the name, e-mail address and phone number of a user who also belongs to another tenant', async ({
    page,
    api,
  }) => {
    const { id, userName } = await addUserByApi(api, '裴书仪')
    await addByApi(api, await addTenant(api, unique('别处医药')), id)
    const [own] = await api(tenantCombobox, { keyWord: '鹿鸣溪' })
    await addByApi(api, own?.code ?? '', id)
    await openTenantUsers(page, { userName })
    const row = rowOf(page, userName)
    await row.getByRole('button', { name: /更多操作/ }).click()
    const important = row.getByRole('menuitem', { name: '重要信息' })
    await expect(important).toHaveAttribute('aria-disabled', 'true')
    await expect(important).toHaveAttribute('title', /还属于其他租户/)
  })
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('tenant users are shown, found and removed', async ({ page, api }) => {
    const tenant = unique('English tenant')
    const tenantId = await addTenant(api, tenant)
    const { id, userName } = await addUserByApi(api, 'Wang Xiao')
    await addByApi(api, tenantId, id)
    await openTenantUsers(page)
    await expect(page.getByText('Choose a tenant first, then add users')).toBeVisible()
    await openTenantUsers(page, { tenantId })
    const row = rowOf(page, userName)
    await expect(row).toContainText('Enabled')
    await page.getByRole('button', { name: 'Add users' }).click()
    const dialog = dialogOf(page, 'Add users')
    await dialog.getByPlaceholder('Search name, user name, e-mail or phone').fill(userName)
    await expect(dialog.getByText('No user matches')).toBeVisible()
    await expect(picked(dialog)).toHaveText('0 selected')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await row.getByRole('button', { name: /More actions/ }).click()
    await row.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(page.locator('.dialog-confirm')).toContainText(
      `“Wang Xiao” loses access to “${tenant}” and leaves its departments. Products are notified at once and apply it to pages that are already open. A product that cannot be notified learns of it when a user next opens it; pages that are open there end within half a day. Their account remains.`,
    )
    await agree(page, 'Remove')
    await expect(page.getByText('Removed from the tenant')).toBeVisible()
  })
})
