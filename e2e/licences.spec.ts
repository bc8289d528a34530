import { licenceSave, softwareCodes } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const edc = '电子数据采集系统（EDC）'

/** Adds a tenant. @returns its id */
const addTenant = async (api: Api, name: string): Promise<string> => {
  const [tenantId = ''] = await addTenants(api, name)
  return tenantId
}

const openLicences = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/software/tenantsoft?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/租户软件授权|Tenant licences/)
}

const limit = (dialog: Locator, name: string, choice: string) =>
  dialog.getByRole('radiogroup', { name }).getByRole('radio', { name: choice }).check()

const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存', exact: true }).click()
const firstError = (dialog: Locator) => dialog.locator('.dialog-problem')

test('a licence is added, found again, changed, switched off and deleted', async ({ page, api }) => {
  const tenant = unique('授权医药')
  const tenantId = await addTenant(api, tenant)
  await openLicences(page, { tenantId })
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
  await page.getByRole('button', { name: '新增授权' }).first().click()
  const dialog = page.getByRole('dialog')
  // The new licence is for the tenant by which the list is filtered.
  await expect(dialog.getByRole('combobox', { name: '租户' })).toContainText(tenant)
  await limit(dialog, '授权期限', '限定日期')
  await limit(dialog, '用户数量', '限定')
  await dialog.getByLabel('用户数上限').fill('0')
  await save(dialog)
  await expect(firstError(dialog)).toHaveText('请选择软件！')
  for (const message of ['请选择开始日期！', '请选择结束日期！', /用户数上限必须是正整数/])
    await expect(dialog.getByText(message)).toBeVisible()

  await choose(page, '软件', edc)
  await expect(firstError(dialog)).toBeHidden()
  await dialog.getByLabel('开始日期').fill('2020-02-10')
  await dialog.getByLabel('结束日期').fill('2020-02-09')
  await dialog.getByLabel('用户数上限').fill('3')
  await save(dialog)
  await expect(firstError(dialog)).toHaveText('结束日期不能早于开始日期')

  await dialog.getByRole('button', { name: '打开日历' }).first().click()
  const panel = page.locator('.arco-panel-date').first()
  await page.locator('.arco-picker-cell-in-view').getByText('12', { exact: true }).first().click()
  await page.locator('.arco-picker-cell-in-view').getByText('20', { exact: true }).first().click()
  await expect(panel).toBeHidden()
  await expect(dialog.getByLabel('开始日期')).toHaveValue(/-12$/)
  await expect(dialog.getByLabel('结束日期')).toHaveValue(/-20$/)
  await save(dialog)
  await expect(page.getByText('新增成功')).toBeVisible()
  const row = rowOf(page, tenant)
  await expect(row).toContainText('0 / 3')
  await expect(row).toContainText('0 / 不限')

  await page.reload()
  await row.getByRole('button', { name: '编辑' }).click()
  for (const field of ['租户', '软件'])
    await expect(dialog.getByRole('combobox', { name: field })).toHaveAttribute('aria-disabled', 'true')
  await limit(dialog, '用户数量', '不限')
  await expect(dialog.getByLabel('用户数上限')).toBeHidden()
  await limit(dialog, '用户数量', '限定')
  await expect(dialog.getByLabel('用户数上限')).toHaveValue('1')
  await limit(dialog, '用户数量', '不限')
  await limit(dialog, '授权期限', '不限')
  await limit(dialog, '状态', '停用')
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('已停用')
  await expect(row.getByText('0 / 不限')).toHaveCount(2)

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

/** Links two studies of a tenant with its EDC. */
const useLicence = (tenantId: string): Promise<void> =>
  inDatabase(
    async (trx) => {
      const ofProduct = { tenantId, softwareId: softwareCodes.edc }
      const url = 'https://edc.example'
      const tenantUrlId = `${tenantId}-domain`
      await trx
        .insertInto('tenantUrl')
        .values({ ...ofProduct, id: tenantUrlId, urlName: 'EDC', url, mobileUrl: url })
        .execute()
      for (const id of [`${tenantId}-1`, `${tenantId}-2`]) {
        const names = { studyName: id, studyCode: id, planCode: id, nameAbbr: id, fameFull: id }
        await trx
          .insertInto('study')
          .values({ tenantId, id, ...names, principal: '方予宁', siteCount: 1, patientCount: 1 })
          .execute()
        await trx
          .insertInto('studyUrl')
          .values({ ...ofProduct, id, studyId: id, tenantUrlId })
          .execute()
      }
    },
    undefined,
    asPlatform,
  )

test('a limit below current use causes a warning, and a licence in use cannot be deleted', async ({
  page,
  api,
}) => {
  const tenant = unique('已用医药')
  const tenantId = await addTenant(api, tenant)
  await api(licenceSave, { tenantId, softwareId: softwareCodes.edc, studyEnable: true, maxStudy: 3 })
  await useLicence(tenantId)
  await openLicences(page, { tenantId })
  const row = rowOf(page, tenant)
  await expect(row).toContainText('2 / 3')
  await row.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('研究数上限').fill('1')
  await save(dialog)
  await expect(dialog.getByText('研究数上限低于已用数量：当前已有 2 个研究')).toBeVisible()
  await dialog.getByRole('button', { name: '仍要保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('2 / 1')

  await row.getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('正在使用中，无法删除：2 个研究')).toBeVisible()
  await expect(row).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('licences show product, days and state, and a duplicate is rejected', async ({ page, api }) => {
    const tenant = unique('English licence')
    const tenantId = await addTenant(api, tenant)
    const period = { timeEnable: true, startTime: '2020-01-01', endTime: '2020-12-31' }
    await api(licenceSave, { tenantId, softwareId: softwareCodes.edc, ...period })
    await openLicences(page, { tenantId })
    const row = rowOf(page, tenant)
    for (const text of [
      'Electronic Data Capture (EDC)',
      '2020-01-01 to 2020-12-31',
      '0 / Unlimited',
      'Expired',
    ])
      await expect(row).toContainText(text)
    await page.getByRole('button', { name: 'Add licence' }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Product', 'Electronic Data Capture (EDC)')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const said = 'The tenant already has a licence for this product; please edit that one'
    await expect(firstError(dialog)).toHaveText(said)
    await expect(dialog.getByText(said)).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})
