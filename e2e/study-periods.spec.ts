import { invitingStudies, softwareCodes, studyLinkSave, studyUserList, studyUserSave } from '@atrium/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addMembers, addProduct, addStudy, enrolSites, type Product } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { signInWorker } from './support/workers.ts'

/** Returns a day after today as yyyy-MM-dd. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Adds a tenant with users, and a study with two sites, which uses a product. */
const addLinkedStudy = async (api: Api, product: Product, ...names: string[]) => {
  const [tenantId = ''] = await addTenants(api, unique('期限医药'))
  const studyName = unique('期限研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  const site = unique('期限医院')
  await enrolSites(api, tenantId, studyId, { name: site, count: 2 })
  const studyUrlId = await api(studyLinkSave, {
    studyId,
    tenantUrlId: await addProduct(api, tenantId, product),
  })
  const userIds = await addMembers(api, tenantId, ...names)
  return { tenantId, softId: softwareCodes[product], studyName, studyUrlId, site, userIds }
}

type Study = Awaited<ReturnType<typeof addLinkedStudy>>

const openUsers = async (page: Page, { tenantId, softId }: Study) => {
  await page.goto(`/#/projectManager/userAllowed?${new URLSearchParams({ tenantId, softId })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('用户授权')
}

const says = (page: Page, text: string | RegExp) =>
  expect(page.locator('.arco-message').getByText(text).last()).toBeVisible()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const extension = (page: Page): Locator => page.getByRole('dialog', { name: '延长有效期' })

/** Enters the last day in the open dialog and extends. */
const extendUntil = async (page: Page, day: string): Promise<void> => {
  await extension(page).getByLabel('结束日期').fill(day)
  await extension(page).getByRole('button', { name: '延期' }).click()
}

test('users are authorized until a day, and two authorizations are extended in one act', async ({
  page,
  api,
}) => {
  const names = [unique('期甲'), unique('期乙'), unique('期丙')]
  const [first = '', second = '', third = ''] = names
  const study = await addLinkedStudy(api, 'edc', ...names)
  const { studyName, studyUrlId, site, userIds } = study
  await openUsers(page, study)
  await press(page, '添加授权')
  const picker = page.getByRole('dialog', { name: `添加授权：${studyName}` })
  for (const name of [first, second]) await picker.getByRole('checkbox', { name: `选择 ${name}` }).check()
  const save = picker.getByRole('button', { name: '保存', exact: true })
  await picker.getByLabel('结束日期').fill('2020-01-31')
  await save.click()
  await expect(picker.getByText('结束日期不能早于今天')).toBeVisible()
  await picker.getByLabel('结束日期').fill(dayIn(30))
  await checkAccessibility(page)
  await save.click()
  await expect(picker).toBeHidden()
  for (const name of [first, second]) await expect(rowOf(page, name)).toContainText(`至 ${dayIn(30)}`)

  // Two sites, for different periods.
  await press(page, '添加授权')
  await picker.getByRole('checkbox', { name: `选择 ${third}` }).check()
  await picker.getByLabel('开始日期').fill(dayIn(10))
  await picker.getByLabel('结束日期').fill(dayIn(40))
  await picker.getByRole('button', { name: '授权多个中心' }).click()
  const sites = page.getByRole('dialog', { name: '授权多个中心' })
  await sites.getByRole('treeitem', { name: `${site} 1` }).click()
  await sites.getByRole('button', { name: '保存' }).click()
  await expect(picker).toBeHidden()
  await expect(rowOf(page, third)).toContainText(`未开始 ${dayIn(10)} 至 ${dayIn(40)}`)
  const { list } = await api(studyUserList, { studyUrlId, keyWord: third })
  expect(list).toMatchObject([{ accessFrom: dayIn(10), accessState: 'upcoming', periodsDiffer: false }])

  // The dialog has the last day that all of them have.
  for (const name of [first, second]) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await press(page, '延期')
  await expect(extension(page)).toContainText(first)
  await expect(extension(page)).toContainText(second)
  await expect(extension(page).getByLabel('结束日期')).toHaveValue(dayIn(30))
  await extendUntil(page, '2020-01-31')
  await expect(extension(page).getByText('结束日期不能早于今天')).toBeVisible()
  await checkAccessibility(page)
  await extendUntil(page, dayIn(60))
  await says(page, '结束日期已更新')
  for (const name of [first, second]) await expect(rowOf(page, name)).toContainText(`至 ${dayIn(60)}`)
  await expect(page.getByText('已选 0 人')).toBeVisible()

  // At a site only the authorization there is extended; that for the whole study is not.
  const siteIds = (await api(invitingStudies, study)).list[0]?.sites.map(({ id }) => id) ?? []
  await api(studyUserSave, {
    studyUrlId,
    tenantUserIds: userIds.slice(2),
    studySiteIds: siteIds.slice(1),
    accessUntil: dayIn(50),
  })
  const tree = page.getByRole('tree', { name: '研究和中心' })
  await page.getByPlaceholder('搜索研究或中心的名称、编号').fill(`${site} 1`)
  await tree.getByRole('treeitem', { name: `${site} 1` }).click()
  await expect(page.getByRole('button', { name: `延期 ${first}` })).toBeDisabled()
  await page.getByRole('button', { name: `延期 ${third}` }).click()
  await extendUntil(page, dayIn(70))
  await says(page, '结束日期已更新')
  await expect(rowOf(page, third)).toContainText(`${dayIn(10)} 至 ${dayIn(70)}`)
  await tree.getByRole('treeitem', { name: studyName }).click()
  await expect(rowOf(page, third)).toContainText(`至 ${dayIn(70)}`)
  await expect(rowOf(page, third)).toContainText('按中心不同')
})

/** Selects a row of a table of the pre-authorization by its position. */
const pick = (page: Page, title: string, position = 1) =>
  page
    .locator('.choice-table')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('row')
    .nth(position)
    .locator('.selection-cell input')
    .check()

const openInvitation = async (page: Page, { tenantId, softId }: Study) => {
  await page.goto(`/#/projectManager/authorization?${new URLSearchParams({ tenantId, softId })}`)
  await pick(page, '研究')
}

/** Opens the dialog with the recipients, and selects one of the tenant's users. */
const openRecipients = async (page: Page, name: string): Promise<Locator> => {
  await press(page, '选择用户授权')
  await choose(page, '用户类型', '申办方人员')
  const dialog = page.getByRole('dialog', { name: '选择用户授权' })
  await dialog.getByRole('checkbox', { name: `选择 ${name}` }).check()
  return dialog
}

const result = (page: Page): Locator => page.getByRole('dialog', { name: '授权结果' })

test('a pre-authorization in EDC that begins later is planned, and listed as not begun', async ({
  page,
  api,
}) => {
  const name = unique('期丁')
  const study = await addLinkedStudy(api, 'edc', name)
  /** Chooses everything that EDC needs, and enters the period. */
  const prepare = async (from: string, until: string): Promise<Locator> => {
    await openInvitation(page, study)
    for (const title of ['中心', '模块角色']) await pick(page, title)
    await page
      .getByRole('checkbox', { name: /：UAT$/ })
      .first()
      .check()
    const dialog = await openRecipients(page, name)
    await dialog.getByLabel('开始日期', { exact: true }).fill(from)
    await dialog.getByLabel('结束日期', { exact: true }).fill(until)
    return dialog
  }
  const dialog = await prepare(dayIn(40), dayIn(10))
  const send = dialog.getByRole('button', { name: '授权并邀请' })
  await send.click()
  await expect(dialog.getByText('结束日期不能早于开始日期')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByLabel('开始日期', { exact: true }).fill(dayIn(5))
  await send.click()
  await expect(result(page).getByRole('heading', { level: 3 })).toHaveText('未到开始日期 1')
  await expect(result(page)).toContainText('到开始日期当天系统会自动通知产品')
  await expect(result(page).getByRole('button', { name: /重试/ })).toHaveCount(0)
  await checkAccessibility(page)
  await openUsers(page, study)
  await expect(rowOf(page, name)).toContainText(`未开始 ${dayIn(5)} 至 ${dayIn(10)}`)
  await expect(rowOf(page, name)).toContainText('未到开始日期')

  // Another period alone is a change.
  const again = await prepare(dayIn(5), dayIn(20))
  await again.getByRole('button', { name: '授权并邀请' }).click()
  const question = page.getByRole('dialog', { name: '替换现有授权？' })
  await expect(question.getByRole('listitem')).toContainText(`现有 ${dayIn(5)} 至 ${dayIn(10)}`)
  await expect(question.getByRole('listitem')).toContainText(`替换为 ${dayIn(5)} 至 ${dayIn(20)}`)
  await question.getByRole('button', { name: '替换 1 人的授权' }).click()
  await expect(result(page).getByRole('heading', { level: 3 })).toHaveText('未到开始日期 1')
})

/** Opens a page of another user, who is signed in. */
async function pageOf(browser: Browser, { id }: { readonly id: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: suiteUrl })
  await context.addCookies([{ name: 'language', value: 'zh', url: suiteUrl }])
  const page = await context.newPage()
  await signInWorker(page, { id })
  return page
}

test('a request for unblinded access in RTSM shows its period to the approver, and is not extended', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const name = unique('期戊')
  const study = await addLinkedStudy(api, 'rtsm', name)
  const { tenantId } = study
  await openInvitation(page, study)
  await pick(page, '角色')
  await page.getByRole('radio', { name: '非盲', exact: true }).check()
  await page.getByRole('textbox', { name: '揭盲理由' }).fill('负责药物供应')
  await pick(page, '中心')
  const dialog = await openRecipients(page, name)
  await dialog.getByLabel('结束日期', { exact: true }).fill(dayIn(30))
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
  await expect(result(page).getByRole('heading', { level: 3 })).toHaveText('等待批准 1')

  const second = await addAdministrator(api, tenantId)
  const theirs = await pageOf(browser, second)
  await theirs.goto(`/#/software/unblinding?tenantId=${tenantId}`)
  await expect(rowOf(theirs, name)).toContainText(`有效期：至 ${dayIn(30)}`)
  await theirs.getByRole('button', { name: `批准 ${name}` }).click()
  const approval = theirs.getByRole('dialog', { name: '批准非盲授权' })
  await expect(approval.locator('dl')).toContainText(`授权有效期至 ${dayIn(30)}`)
  await approval.getByRole('button', { name: '批准' }).click()
  await says(theirs, /已批准 · .+ · 产品已接受/)

  await openUsers(theirs, study)
  await expect(rowOf(theirs, name)).toContainText(`至 ${dayIn(30)}`)
  await theirs.getByRole('button', { name: `延期 ${name}` }).click()
  await extendUntil(theirs, dayIn(60))
  await says(theirs, /用户预授权/)
  await expect(extension(theirs)).toBeVisible()
  await theirs.context().close()
})
