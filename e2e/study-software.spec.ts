import { domainCombobox, domainSave, licenceSave, softwareCodes, tenantCombobox } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { goBackAndStay, reloadAnyway } from './support/leaving.ts'
import { addStudy } from './support/studies.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { chooseAction } from './support/users.ts'

const { edc } = softwareCodes

/**
 * Adds a study to a tenant.
 * @returns its name
 */
const addNamedStudy = async (api: Api, tenantId: string, about: string): Promise<string> => {
  const name = unique(about)
  await addStudy(api, tenantId, { name })
  return name
}

/**
 * Adds a tenant with EDC domains and an EDC licence for one study.
 * @returns its id
 */
const addTenant = async (api: Api, ...domains: readonly string[]): Promise<string> => {
  const [tenantId = ''] = await addTenants(api, unique('软件授权医药'))
  const url = 'https://edc.example.com'
  for (const urlName of domains)
    await api(domainSave, { tenantId, softwareId: edc, urlName, url, mobileUrl: url })
  await api(licenceSave, { tenantId, softwareId: edc, studyEnable: true, maxStudy: 1 })
  return tenantId
}

const open = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/projectManager/softAllowed?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/软件授权|Study software/)
}

/** Returns the checkbox of a study and a product. */
const boxOf = (page: Page, study: string, product: string | RegExp): Locator =>
  rowOf(page, study).getByRole('checkbox', { name: product })

test('a platform administrator links a study with a product, changes its domain, and removes it again', async ({
  page,
  api,
}) => {
  const tenantId = await addTenant(api, 'EDC 一区', 'EDC 二区')
  const [first, second] = [
    await addNamedStudy(api, tenantId, '甲研究'),
    await addNamedStudy(api, tenantId, '乙研究'),
  ]
  await open(page)
  await open(page, { tenantId })
  await expect(page.getByText('共 2 条')).toBeVisible()
  const box = boxOf(page, first, /EDC/)

  // By keyboard: the checkbox does not change until the server has responded.
  await box.focus()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: /新增.*EDC.*配置/ })
  await expect(dialog.getByLabel('研究', { exact: true })).toHaveValue(first)
  await expect(dialog.getByLabel('角色查询接口')).toHaveAttribute('placeholder', '/atrium/roles')
  await expect(dialog.getByLabel('用户授权接口')).toHaveAttribute('placeholder', '/atrium/invitations')
  await dialog.getByLabel('角色查询接口').fill('https://edc.example.com/roles')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择域名！')).toBeVisible()
  await expect(dialog.getByText(/^角色查询接口须为以 \/ 开头的路径/)).toBeVisible()
  await expect(box).not.toBeChecked()
  await choose(page, '域名', 'EDC 一区')
  await goBackAndStay(page)
  await expect(dialog.getByRole('combobox', { name: '域名' })).toContainText('EDC 一区')
  await reloadAnyway(page)
  await expect(page.getByText('共 2 条')).toBeVisible()
  await expect(box).not.toBeChecked()
  await box.focus()
  await page.keyboard.press('Space')
  await choose(page, '域名', 'EDC 一区')
  await dialog.getByLabel('角色查询接口').fill('/v1/roles')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(box).toBeChecked()
  await expect(box).toBeFocused()
  await page.reload()
  await expect(box).toBeChecked()

  const row = rowOf(page, first)
  await row.getByRole('button', { name: /^配置 / }).click()
  const edited = page.getByRole('dialog', { name: /编辑.*EDC.*配置/ })
  await expect(edited.getByRole('combobox', { name: '域名' })).toContainText('EDC 一区')
  await expect(edited.getByLabel('角色查询接口')).toHaveValue('/v1/roles')
  await choose(page, '域名', 'EDC 二区')
  await edited.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()

  // A study above the licence's limit is reported before any input.
  await boxOf(page, second, /EDC/).click()
  await expect(dialog.getByRole('alert')).toContainText('研究数量不足：上限 1 个，已用 1 个，本次需要 1 个')
  await choose(page, '域名', 'EDC 一区')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('本次需要 1 个')).toHaveCount(2)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
  await expect(boxOf(page, second, /EDC/)).not.toBeChecked()

  await boxOf(page, first, /RTSM/).click()
  await expect(page.getByRole('dialog').getByText(/^租户未配置 URL，请联系管理员/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The lists of licences show the change at once.
  await page.goto(`/#/tenantManager/syslist?${new URLSearchParams({ tenantId })}`)
  await expect(rowOf(page, 'EDC')).toContainText('1 / 1')
  await page.goBack()

  const question = page.getByRole('dialog')
  await box.click()
  await expect(question).toContainText('确定取消配置吗？')
  await question.getByRole('button', { name: '保留' }).click()
  await expect(page.getByText('操作已取消')).toBeVisible()
  await expect(box).toBeChecked()
  await chooseAction(row, '取消配置')
  await question.getByRole('button', { name: '取消配置' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(box).not.toBeChecked()
  await page.goto(`/#/tenantManager/syslist?${new URLSearchParams({ tenantId })}`)
  await expect(rowOf(page, 'EDC')).toContainText('0 / 1')
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('starts with the own tenant and links its studies with products; existing authorizations stay', async ({
    page,
    sessionOf,
  }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [tenant] = await own(tenantCombobox, { menu: 'softAllowed' })
    const tenantId = tenant?.code ?? ''
    const [domain] = await own(domainCombobox, { tenantId, softwareId: edc })
    const study = await addNamedStudy(own, tenantId, 'Elm study')
    await open(page)
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText(tenant?.desc ?? 'nobody')
    const search = page.getByPlaceholder('Search study name, code, protocol or sponsor')
    await search.fill(study)
    const box = boxOf(page, study, /EDC/)
    await box.click()
    const dialog = page.getByRole('dialog', { name: 'Add configuration of Electronic Data Capture (EDC)' })
    await choose(page, 'Domain', domain?.desc ?? 'none')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(box).toBeChecked()
    const row = rowOf(page, study)
    await row.getByRole('button', { name: /^More actions/ }).click()
    await row.getByRole('menuitem', { name: 'Cancel configuration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel configuration' }).click()
    await expect(box).not.toBeChecked()

    await search.fill('LMX-101-01')
    const used = boxOf(page, 'LMX-101-01', /EDC/)
    await used.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel configuration' }).click()
    await expect(page.getByText(/user authorizations?/)).toBeVisible()
    await expect(used).toBeChecked()
  })
})

test('on a phone the study stays visible while the products scroll, and a menu has the links', async ({
  page,
  api,
}) => {
  const tenantId = await addTenant(api, 'EDC 一区')
  const study = await addNamedStudy(api, tenantId, '手机研究')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, { tenantId })
  await boxOf(page, study, /EDC/).click()
  // With only one domain there is nothing to select, so closing the dialog asks nothing.
  await expect(page.getByRole('combobox', { name: '域名' })).toContainText('EDC 一区')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await boxOf(page, study, /EDC/).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(boxOf(page, study, /EDC/)).toBeChecked()
  await boxOf(page, study, /eTMF/).scrollIntoViewIfNeeded()
  await expect(page.getByText(study, { exact: true })).toBeInViewport({ ratio: 0.9 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await rowOf(page, study).getByRole('button', { name: /^操作/ }).click()
  await page.getByRole('menuitem', { name: '取消配置' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消配置' }).click()
  await expect(boxOf(page, study, /EDC/)).not.toBeChecked()
})
