import {
  blinding,
  openSoftware,
  softwareCodes,
  studyLinkSave,
  studySiteList,
  tenantUserList,
} from '@atrium/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { inviteToRtsm } from './support/rtsm.ts'
import { addMembers, addProduct, addStudy, enrolSites } from './support/studies.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { beginSessionOf, signInWorker } from './support/workers.ts'

const unblinded = { isBlind: blinding.unblinded, unblindingReason: '负责药物供应' }

/** Adds a tenant with a study in RTSM, an administrator and people to authorize. */
async function addStudyInRtsm(api: Api, ...names: string[]) {
  const tenantName = unique('揭盲医药')
  const [tenantId = ''] = await addTenants(api, tenantName)
  const studyName = unique('揭盲研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  await enrolSites(api, tenantId, studyId, { name: unique('揭盲医院'), count: 2 })
  const tenantUrlId = await addProduct(api, tenantId, 'rtsm')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  const userIds = await addMembers(api, tenantId, ...names)
  const { list } = await api(studySiteList, { studyId })
  const siteList = list.map(({ id }) => id)
  /** Asks for a role in RTSM, as an administrator, for one of the people. */
  const request = (by: Api, name: string, roleBlinding: { isBlind: 0 | 1; unblindingReason?: string }) => {
    const userList = [userIds[names.indexOf(name)] ?? '']
    return inviteToRtsm(by, { tenantId, studyUrlId, siteList, userList }, roleBlinding)
  }
  return { tenantId, tenantName, studyName, studyUrlId, request }
}

type Study = Awaited<ReturnType<typeof addStudyInRtsm>>

/** Opens a page of another user, who is signed in. */
async function pageOf(browser: Browser, { id }: { readonly id: string }, language = 'zh'): Promise<Page> {
  const context = await browser.newContext({ baseURL: suiteUrl })
  await context.addCookies([{ name: 'language', value: language, url: suiteUrl }])
  const page = await context.newPage()
  await signInWorker(page, { id })
  return page
}

const openRegister = async (page: Page, { tenantId }: Study, title = '揭盲登记') => {
  await page.goto(`/#/software/unblinding?tenantId=${tenantId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

const says = (page: Page, text: string | RegExp) =>
  expect(page.locator('.arco-message').getByText(text).last()).toBeVisible()

const notice = (page: Page, { tenantName }: Study): Locator =>
  page.locator('.landing-tasks').getByRole('listitem').filter({ hasText: tenantName })

/** Requests unblinded access for a user on the screen for pre-authorization. */
async function requestOnScreen(page: Page, { tenantId }: Study, name: string): Promise<void> {
  await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}&softId=${softwareCodes.rtsm}`)
  const row = (title: string) =>
    page
      .locator('.choice-table')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      .getByRole('row')
      .nth(1)
      .locator('.selection-cell input')
  await row('研究').check()
  await row('角色').check()
  await page.getByRole('radio', { name: '非盲', exact: true }).check()
  await expect(page.getByRole('alert').filter({ hasText: '须由另一位管理员批准' })).toBeVisible()
  await page.getByRole('textbox', { name: '揭盲理由' }).fill('负责药物供应')
  await row('中心').check()
  await page.getByRole('button', { name: '选择用户授权' }).click()
  await choose(page, '用户类型', '申办方人员')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
}

test('a second administrator approves a request, and RTSM then shows unblinded data', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const name = unique('程以宁')
  const study = await addStudyInRtsm(api, name)
  const { tenantId, studyName, studyUrlId } = study
  const second = await addAdministrator(api, tenantId)
  await requestOnScreen(page, study, name)
  const result = page.getByRole('dialog', { name: '授权结果' })
  await expect(result.getByRole('heading', { level: 3 })).toHaveText('等待批准 1')
  await expect(result).toContainText('批准后系统会立即通知产品')
  await result.getByRole('link', { name: '查看揭盲登记' }).click()
  await expect(page).toHaveURL(new RegExp(`tenantId=${tenantId}.*state=requested`))
  await expect(rowOf(page, name)).toContainText('待批准')
  await expect(rowOf(page, name).getByRole('button', { name: '撤回' })).toBeVisible()
  await expect(rowOf(page, name).getByRole('button', { name: /批准|拒绝/ })).toHaveCount(0)

  const theirs = await pageOf(browser, second)
  await theirs.goto('/#/softIndex')
  await expect(notice(theirs, study)).toContainText('有 1 项非盲授权申请，等待您处理')
  await notice(theirs, study).getByRole('button', { name: '查看非盲授权申请' }).click()
  const row = rowOf(theirs, name)
  await expect(row).toContainText('理由：负责药物供应')
  await row.getByRole('button', { name: `批准 ${name}` }).click()
  const dialog = theirs.getByRole('dialog', { name: '批准非盲授权' })
  for (const text of [
    name,
    studyName,
    '随机与药物供应管理系统（RTSM）',
    '研究者',
    '理由：负责药物供应',
    '平台管理员',
  ])
    await expect(dialog.locator('dl')).toContainText(text)
  await expect(dialog.locator('dl')).toContainText('揭盲医院')
  await expect(dialog).toContainText('之后无法恢复盲态')
  await checkAccessibility(theirs)
  await dialog.getByRole('textbox', { name: '处理意见' }).fill('已核对职责分工表')
  await dialog.getByRole('button', { name: '批准' }).click()
  await says(theirs, /已批准 · 随机与药物供应管理系统（RTSM） · 产品已接受/)
  await expect(theirs.getByText('没有符合所有筛选条件的结果')).toBeVisible()
  await theirs.getByRole('button', { name: '清除筛选' }).click()
  await expect(row).toContainText('非盲中')
  await row.getByRole('button', { name: `详情 ${name}` }).click()
  const details = theirs.getByRole('dialog', { name: '非盲授权详情' })
  for (const text of ['平台管理员', second.name, '已核对职责分工表', '开始时间'])
    await expect(details).toContainText(text)
  await checkAccessibility(theirs)
  await theirs.goto('/#/softIndex')
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(second.name)
  await expect(notice(theirs, study)).toHaveCount(0)
  await theirs.context().close()

  const [person] = (await api(tenantUserList, { tenantId, keyWord: name })).list
  const worker = { id: person?.userId ?? '' }
  const own = apiOf(await beginSessionOf(worker))
  const { url } = await own(openSoftware, { softwareId: softwareCodes.rtsm, tenantId, studyUrlId })
  await signInWorker(page, worker)
  await page.goto(url)
  await expect(page).toHaveURL(`${inboxUrl}/products/rtsm`)
  await expect(page.getByRole('article').filter({ hasText: studyName })).toContainText(
    /K\d{5}(试验药组|安慰剂组)/,
  )
})

test('a blinded administrator sees neither requests nor unblinded access in the study', async ({
  api,
  browser,
}) => {
  const [name, blindedName] = [unique('程以宁'), unique('江予安')]
  const study = await addStudyInRtsm(api, name, blindedName)
  expect(await study.request(api, blindedName, { isBlind: blinding.blinded })).toEqual(['accepted'])
  expect(await study.request(api, name, unblinded)).toEqual(['approval'])
  const [person] = (await api(tenantUserList, { tenantId: study.tenantId, keyWord: blindedName })).list
  const page = await pageOf(browser, { id: person?.userId ?? '' })
  await page.goto('/#/softIndex')
  await expect(page.getByRole('link', { name: /RTSM/ })).toBeVisible()
  await expect(notice(page, study)).toHaveCount(0)
  await openRegister(page, study)
  await expect(page.getByText('该租户还没有非盲授权')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await page.goto(`/#/projectManager/userAllowed?tenantId=${study.tenantId}`)
  await expect(rowOf(page, blindedName)).toContainText('您为盲态，不可见')
  await page.context().close()
})

test.describe('in English, on a phone', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })

  const act = async (page: Page, name: string, label: string): Promise<void> => {
    await rowOf(page, name)
      .getByRole('button', { name: `Actions ${name}` })
      .click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }

  test('one request is declined with a reason, which the requester reads, and another is withdrawn', async ({
    page,
    api,
    browser,
  }) => {
    test.slow()
    const [declined, withdrawn] = [unique('Ann'), unique('Bob')]
    const study = await addStudyInRtsm(api, declined, withdrawn)
    const requester = await addAdministrator(api, study.tenantId)
    expect(await study.request(requester.api, declined, unblinded)).toEqual(['approval'])
    expect(await study.request(api, withdrawn, unblinded)).toEqual(['approval'])
    await openRegister(page, study, 'Unblinding register')
    await act(page, declined, 'Decline')
    const dialog = page.getByRole('dialog', { name: 'Decline unblinded access' })
    await expect(dialog.locator('dl')).toContainText('Reason: 负责药物供应')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog.getByText(/enter reason for declining/i)).toBeVisible()
    await checkAccessibility(page)
    const reason = dialog.getByRole('textbox', { name: 'Reason for declining' })
    await reason.fill('Ann also monitors this study')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(reason).toHaveValue('Ann also monitors this study')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await says(page, 'Request declined')
    await expect(rowOf(page, declined)).toContainText('Declined')

    await act(page, withdrawn, 'Withdraw')
    await page.locator('.dialog-confirm').getByRole('button', { name: 'Withdraw' }).click()
    await says(page, 'Request withdrawn')
    await expect(rowOf(page, withdrawn)).toContainText('Withdrawn')
    await checkAccessibility(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const theirs = await pageOf(browser, requester, 'en')
    await openRegister(theirs, study, 'Unblinding register')
    await theirs.getByRole('button', { name: 'Filters', exact: true }).click()
    await theirs.getByRole('combobox', { name: 'State' }).click()
    await theirs.getByRole('option', { name: 'Declined', exact: true }).click()
    await expect(theirs.getByRole('row')).toHaveCount(2)
    await act(theirs, declined, 'Details')
    await expect(theirs.getByRole('dialog')).toContainText('Ann also monitors this study')
    await theirs.context().close()
  })
})
