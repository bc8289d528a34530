import {
  blinding,
  domainCombobox,
  domainList,
  domainSave,
  licenceSave,
  openSoftware,
  softwareCodes,
  studyLinkSave,
  studyUserList,
  studyUserRemove,
  studyUserSave,
  tenantCombobox,
  userInfo,
} from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { newAccount } from './support/invitations.ts'
import { goBackAndStay, reloadAnyway } from './support/leaving.ts'
import { mainMenu } from './support/menus.ts'
import { authorizeInRtsm } from './support/rtsm.ts'
import { addMembers, addProduct, addressOf, addStudy, enrolSites } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { signInWorker } from './support/workers.ts'

const { edc, rtsm } = softwareCodes

/**
 * Links a new study with a product of a tenant.
 * @returns the ids and the study's name
 */
const addLinkedStudy = async (api: Api, tenantId: string, softwareId: string, name: string) => {
  const code = unique('SU-')
  const studyId = await addStudy(api, tenantId, { name, code })
  const [domain] = await api(domainCombobox, { tenantId, softwareId })
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId: domain?.code ?? '' })
  return { studyId, studyUrlId, name }
}

const open = async (page: Page, state: Record<string, string> = {}) => {
  await page.goto(`/#/projectManager/userAllowed?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/用户授权|User authorization/)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a platform administrator authorizes users for a study and its sites, and cancels the authorizations', async ({
  page,
  api,
}) => {
  const [tenant, site] = [unique('授权医药'), unique('授权医院')]
  const [tenantId = ''] = await addTenants(api, tenant)
  await open(page)
  await open(page, { tenantId })
  await expect(page.getByText('该租户还没有按研究授权的软件')).toBeVisible()
  for (const softwareId of [edc, rtsm]) {
    const url = 'https://product.hospital.example'
    await api(domainSave, { tenantId, softwareId, urlName: softwareId, url, mobileUrl: url })
  }
  await api(licenceSave, { tenantId, softwareId: edc, userEnable: true, maxUser: 3 })
  await page.reload()
  await expect(page.getByText('还没有研究使用该软件')).toBeVisible()
  await expect(page.getByRole('button', { name: '添加授权' })).toHaveCount(0)
  const first = await addLinkedStudy(api, tenantId, edc, '甲研究')
  const second = await addLinkedStudy(api, tenantId, edc, '乙研究')
  await enrolSites(api, tenantId, first.studyId, { name: site, count: 3 })
  await addMembers(api, tenantId, '许安', '许北', '许南', '许西')

  await page.reload()
  const tree = page.getByRole('tree', { name: '研究和中心' })
  const node = (name: string) => tree.getByRole('treeitem', { name: new RegExp(name) })
  await expect(node('甲研究')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('还没有授权用户')).toBeVisible()
  await press(page, '取消授权')
  await expect(page.getByText('请选择用户')).toBeVisible()

  // Authorizes one user for the whole study.
  await press(page, '添加授权')
  const picker = page.getByRole('dialog', { name: `添加授权：${first.name}` })
  await picker.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请选择用户').last()).toBeVisible()
  await picker.getByPlaceholder('搜索姓名、邮箱或手机号').fill('许安')
  await expect(picker.getByRole('row')).toHaveCount(2)
  await picker.getByRole('checkbox', { name: '选择 许安' }).check()
  await picker.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('授权成功')).toBeVisible()
  await expect(picker).toBeHidden()
  await expect(rowOf(page, '许安')).toContainText('整个研究')

  // Authorizes two other users for two of the three sites.
  await press(page, '添加授权')
  await picker.getByRole('checkbox', { name: '选择 许西' }).check()
  await reloadAnyway(page)
  await expect(node('甲研究')).toHaveAttribute('aria-selected', 'true')
  await press(page, '添加授权')
  for (const name of ['许北', '许南']) await picker.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await expect(picker.getByRole('row', { name: /许安/ })).toHaveCount(0)
  await picker.getByRole('button', { name: '授权多个中心' }).click()
  const sites = page.getByRole('dialog', { name: '授权多个中心' })
  await expect(sites.getByText('已选的 2 人')).toBeVisible()
  await goBackAndStay(page)
  await expect(sites.getByText('已选的 2 人')).toBeVisible()
  await sites.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请选择中心').last()).toBeVisible()
  await sites.getByRole('treeitem', { name: `${site} 1` }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(sites.getByText('已选 2 家中心')).toBeVisible()
  await sites.getByRole('button', { name: '保存' }).click()
  await expect(sites).toBeHidden()
  await expect(picker).toBeHidden()
  await expect(rowOf(page, '许北')).toContainText(`${site} 1、${site} 2`)

  // The licence allows three users; the selection stays.
  await press(page, '添加授权')
  await picker.getByRole('checkbox', { name: '选择 许西' }).check()
  await picker.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText(/用户数量不足：上限 3 名/)).toBeVisible()
  await expect(picker.getByRole('checkbox', { name: '选择 许西' })).toBeChecked()
  await picker.getByRole('button', { name: '取消', exact: true }).click()
  await page.locator('.dialog-confirm').getByRole('button', { name: '放弃' }).click()
  await expect(picker).toBeHidden()

  // Authorizes for a site with the keyboard only. Users of the whole study are listed there too, but cannot be
  // removed there.
  await node('甲研究').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(node(`${site} 1`)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('checkbox', { name: '选择 许安' })).toBeDisabled()
  await page.reload()
  await expect(node(`${site} 1`)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('checkbox', { name: '选择 许北' }).check()
  await press(page, '取消授权')
  const confirmation = page.locator('.dialog-confirm')
  await expect(confirmation).toContainText(
    `将取消 1 人在中心“01 ${site} 1”的授权。系统会立即通知产品，已打开的产品页面随之更新或退出；`,
  )
  await confirmation.getByRole('button', { name: '取消授权' }).click()
  await expect(page.getByText('已取消授权，正在通知产品')).toBeVisible()
  await expect(rowOf(page, '许北')).toHaveCount(0)

  await page.getByPlaceholder('搜索研究或中心的名称、编号').fill(`${site} 2`)
  await expect(tree.getByRole('treeitem')).toHaveCount(2)
  await node(`${site} 2`).click()
  await expect(rowOf(page, '许北')).toContainText(`${site} 2`)
  await page.getByPlaceholder('搜索研究或中心的名称、编号').fill('乙研究')
  await node('乙研究').click()
  await expect(page.getByText('还没有授权用户')).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, '许北')).toBeVisible()

  // Cancels all authorizations at once on the study.
  await page.getByPlaceholder('搜索研究或中心的名称、编号').fill('')
  await node('甲研究').click()
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await expect(page.getByText('已选 3 人')).toBeVisible()
  await press(page, '取消授权')
  await confirmation.getByRole('button', { name: '取消授权' }).click()
  await expect(page.getByText('还没有授权用户')).toBeVisible()
  await expect(page.getByText('已选 0 人')).toBeVisible()
  for (const { studyUrlId } of [first, second])
    expect((await api(studyUserList, { studyUrlId })).list).toEqual([])

  await page.getByRole('tab', { name: /RTSM/ }).click()
  await expect(page.getByText('还没有研究使用该软件')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: /RTSM/ })).toHaveAttribute('aria-selected', 'true')
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('starts with the own tenant; authorizations that a colleague has cancelled meanwhile are reported, and the list is reloaded', async ({
    page,
    api,
    sessionOf,
  }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [tenant] = await own(tenantCombobox, { menu: 'userAllowed' })
    const tenantId = tenant?.code ?? ''
    const [name, person] = [unique('Oak study'), unique('Ann Oak')]
    const { studyUrlId } = await addLinkedStudy(own, tenantId, rtsm, name)
    const tenantUserIds = await addMembers(api, tenantId, person)
    await own(studyUserSave, { studyUrlId, tenantUserIds })
    await open(page)
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText(tenant?.desc ?? 'nobody')
    await page.getByRole('tab', { name: /RTSM/ }).click()
    // Until it is selected, the search field is that of the tab before.
    await expect(page.getByRole('tab', { name: /RTSM/, selected: true })).toBeVisible()
    await page.getByPlaceholder('Search studies and sites').fill(name)
    await page.getByRole('treeitem', { name: new RegExp(name) }).click()
    await press(page, 'Cancel authorization')
    await expect(page.getByText('Select a user')).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${person}` }).check()
    const { list } = await own(studyUserList, { studyUrlId })
    await own(studyUserRemove, { ids: list.map(({ id }) => id) })
    await own(studyUserSave, { studyUrlId, tenantUserIds })
    await press(page, 'Cancel authorization')
    const confirmation = page.locator('.dialog-confirm')
    await expect(confirmation).toContainText('of 1 person for the study')
    await confirmation.getByRole('button', { name: 'Cancel authorization' }).click()
    await expect(page.getByText(/have been cancelled in the meantime/)).toBeVisible()
    await expect(page.getByText('0 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${person}` }).check()
    await press(page, 'Cancel authorization')
    await confirmation.getByRole('button', { name: 'Cancel authorization' }).click()
    await expect(page.getByText('Nobody is authorized yet')).toBeVisible()
    await press(page, 'Add authorization')
    const picker = page.getByRole('dialog', { name: /^Add authorization: / })
    await picker.getByPlaceholder('Search name, e-mail or phone').fill(person)
    await picker.getByRole('checkbox', { name: `Select ${person}` }).check()
    await picker.getByRole('button', { name: 'Authorize multiple sites' }).click()
    const sites = page.getByRole('dialog', { name: 'Authorize multiple sites' })
    await expect(sites.getByText('This study has no sites yet')).toBeVisible()
    await sites.getByRole('button', { name: 'Back' }).click()
    await picker.getByRole('button', { name: 'Save' }).click()
    await expect(picker).toHaveCount(0)
    await expect(rowOf(page, person)).toContainText('Whole study')
  })
})

test.describe('a user with an open session in RTSM', () => {
  // The browser logs that the product rejects the ended session.
  test.use({ expectedComplaints: [/status of 403/] })

  test('loses a cancelled study there, and the session with the last one', async ({ page, api, browser }) => {
    const { userName, api: own } = await newAccount('cancel')
    const unblinded = { isBlind: blinding.unblinded, unblindingReason: '负责药物供应' }
    const first = await authorizeInRtsm(api, userName, unblinded)
    const second = await authorizeInRtsm(api, userName, unblinded)
    const { tenantId, studyUrlId } = first
    const { url } = await own(openSoftware, { softwareId: rtsm, tenantId, studyUrlId })
    const context = await browser.newContext({ baseURL: suiteUrl })
    const product = await context.newPage()
    await signInWorker(product, await own(userInfo, {}))
    await product.goto(url)
    const arms = ({ studyCode }: typeof first) =>
      product
        .getByRole('article')
        .filter({ hasText: studyCode })
        .getByText(/试验药组|安慰剂组/)
    for (const study of [first, second]) await expect(arms(study).first()).toBeVisible()
    /** Returns the number of elements after a reload of the product's page. */
    const count = async (locator: Locator) => {
      await product.reload()
      return locator.count()
    }

    const cancelIn = async ({ studyUrlId: place, studyName }: typeof first) => {
      await open(page, { tenantId, softId: rtsm, place })
      await expect(page.getByRole('heading', { name: studyName })).toBeVisible()
      const row = rowOf(page, '王晓')
      await expect(row).toContainText('研究者')
      await expect(row).toContainText('非盲')
      await expect(row).toContainText(/已通知20\d\d-/)
      await row.getByRole('checkbox').check()
      await press(page, '取消授权')
      await page.locator('.dialog-confirm').getByRole('button', { name: '取消授权' }).click()
      await expect(page.getByText('已取消授权，正在通知产品').last()).toBeVisible()
      await expect(page.getByText('还没有授权用户')).toBeVisible()
    }
    await cancelIn(first)
    await expect.poll(() => count(arms(first))).toBe(0)
    await expect(arms(second).first()).toBeVisible()

    await cancelIn(second)
    await expect
      .poll(() => count(product.getByText(/您对本系统的访问已结束|本系统也已同步退出|has ended/)))
      .toBe(1)
    await expect(arms(second)).toHaveCount(0)
    await context.close()
  })
})

test('removals that a product has not confirmed are shown by name, until it is back', async ({
  page,
  api,
}) => {
  const [tenantId = ''] = await addTenants(api, unique('通知医药'))
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyId = await addStudy(api, tenantId, { name: '通知研究' })
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  const tenantUserIds = await addMembers(api, tenantId, '许东', '许中')
  await api(studyUserSave, { studyUrlId, tenantUserIds: tenantUserIds.slice(0, 1) })
  await open(page, { tenantId })
  await expect(rowOf(page, '许东')).toContainText(/已通知20\d\d-/)
  const notice = page.getByText('产品尚未确认 1 人的取消授权')
  await expect(notice).toHaveCount(0)

  const respondAs = async (failing: '' | '/down') => {
    const { list } = await api(domainList, { tenantId, softwareId: edc })
    if (list[0]) await api(domainSave, { ...list[0], apiUrl: addressOf('edc') + failing })
  }
  await respondAs('/down')
  await page.getByRole('checkbox', { name: '选择 许东' }).check()
  await press(page, '取消授权')
  await page.locator('.dialog-confirm').getByRole('button', { name: '取消授权' }).click()
  await expect(page.getByText('还没有授权用户')).toBeVisible()
  await expect(notice).toBeVisible()
  await press(page, '查看名单')
  const dialog = page.getByRole('dialog', { name: '产品尚未确认的取消授权：通知研究' })
  const removed = dialog.getByRole('row').filter({ hasText: '许东' })
  await expect(removed).toContainText('无法连接该系统')
  await expect(removed).toContainText('待通知')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: '再次通知 许东' }).click()
  await expect(page.getByText('正在再次通知产品')).toBeVisible()
  // It is still down.
  await expect(removed).toContainText('无法连接该系统')
  // The row may be drawn again for the attempt before, and cannot be selected meanwhile.
  await expect(() => removed.getByRole('checkbox').check({ timeout: 1000 })).toPass()
  await dialog.getByRole('button', { name: '再次通知', exact: true }).click()
  await expect(dialog.getByText('已选 0 人')).toBeVisible()
  await expect(removed).toContainText('无法连接该系统')
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()

  // The list of authorized users offers the same.
  await api(studyUserSave, { studyUrlId, tenantUserIds: tenantUserIds.slice(1) })
  await page.reload()
  await expect(rowOf(page, '许中')).toContainText('无法连接该系统')
  await page.getByRole('button', { name: '再次通知 许中' }).click()
  await expect(page.getByText('正在再次通知产品').last()).toBeVisible()
  await respondAs('')
  await expect
    .poll(async () => {
      await page.reload()
      await expect(rowOf(page, '许中')).toBeVisible()
      return rowOf(page, '许中').getByText('已通知').count()
    })
    .toBe(1)
  await expect(notice).toHaveCount(0)

  await press(page, '通知记录')
  const log = page.getByRole('dialog', { name: '通知记录：EDC' })
  await expect(log.getByRole('row').nth(1)).toContainText('已送达')
  await expect(log.getByRole('row').filter({ hasText: '无法连接该系统' }).first()).toContainText('失败')
})

test('on a phone the studies collapse into a button above the users', async ({ page, api }) => {
  const [tenant] = await api(tenantCombobox, { keyWord: '鹿鸣溪' })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, { tenantId: tenant?.code ?? '' })
  const fold = page.getByRole('button', { name: /^研究 ?LMX/ })
  await expect(fold).toBeVisible()
  await expect(page.getByRole('tree')).toBeHidden()
  await fold.click()
  await page.getByRole('treeitem').last().click()
  await expect(page.getByRole('tree')).toBeHidden()
  await expect(page.getByRole('button', { name: '添加授权' })).toBeVisible()
})

test.describe('an administrator of one tenant', () => {
  test.use({ as: 'tenantAdministrator' })

  test('comes from a screen about all tenants, and waits until this screen’s tenant has loaded', async ({
    page,
  }) => {
    await page.goto('/#/projectManager/softAllowed')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const tenants = Promise.withResolvers<void>()
    await page.route(/tenant\/combobox.*menu=userAllowed/, async (route) => {
      await tenants.promise
      await route.continue()
    })
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/studyUrl/allowed/list')) asked.push(request.postDataJSON().tenantId)
    })
    await mainMenu(page).getByRole('link', { name: '用户授权', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('用户授权')
    await expect(page.getByRole('status', { name: '正在加载' })).toBeVisible()
    tenants.resolve()
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expect.poll(() => asked).toHaveLength(1)
    expect(asked).not.toContain('')
  })
})
