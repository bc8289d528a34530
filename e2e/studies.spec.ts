import { studyDelete, studyList, studySave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const addTenant = async (api: Api, name: string): Promise<string> => {
  const [tenantId = ''] = await addTenants(api, name)
  return tenantId
}

const openStudies = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/tenantManager/tenantPorject?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/研究管理|Studies/)
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: /^(保存|Save)$/ }).click()
const part = (dialog: Locator, name: string) => dialog.locator('summary').filter({ hasText: name })

const required = {
  研究编号: 'LMX-1',
  方案编号: 'PLAN-1',
  研究简称: '简称',
  主要研究者: '方予宁',
  研究全称: '一项示例研究',
  计划中心数: '12',
  计划受试者数: '160',
}

test('a study is added to a chosen tenant, found, changed and deleted', async ({ page, api }) => {
  const tenant = unique('研究医药')
  const tenantId = await addTenant(api, tenant)
  await openStudies(page)
  await expect(page.getByRole('button', { name: '新增研究' })).toHaveCount(0)
  await page.getByRole('combobox', { name: '租户' }).click()
  await page.keyboard.type(tenant)
  await page.getByRole('option', { name: tenant, exact: true }).click()
  await page.getByRole('button', { name: '新增研究' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: '租户' })).toContainText(tenant)
  await save(dialog)
  for (const field of ['研究名称', ...Object.keys(required)])
    await expect(dialog.getByText(`请输入${field}！`)).toBeVisible()
  const name = unique('示例研究')
  await dialog.getByLabel('研究名称').fill(name)
  for (const [field, value] of Object.entries(required)) await dialog.getByLabel(field).fill(value)
  await dialog.getByLabel('计划中心数').fill('1.5')
  await dialog.getByLabel('计划受试者数').focus()
  await expect(dialog.getByText('计划中心数只能包含数字')).toBeVisible()
  await dialog.getByLabel('计划中心数').fill('12')

  await part(dialog, '时间安排').click()
  await dialog.getByLabel('开始日期').fill('2026-03-01')
  await dialog.getByLabel('结束日期').fill('2026-03-01')
  // The days are compared as soon as they are entered, before the field loses the focus.
  const wrongDays = dialog.getByText('开始时间不能大于或等于结束时间')
  await expect(wrongDays).toBeVisible()
  await part(dialog, '时间安排').click()
  await expect(wrongDays).toBeHidden()
  await save(dialog)
  // A folded part with an error opens, and the field gets the focus.
  await expect(wrongDays).toBeVisible()
  await expect(dialog.getByLabel('结束日期')).toBeFocused()
  await dialog.getByLabel('结束日期').fill('2028-02-29')
  await expect(wrongDays).toBeHidden()
  await dialog.getByRole('button', { name: '按起止日期填入：24个月' }).click()
  await expect(dialog.getByLabel('研究周期')).toHaveValue('24个月')
  await part(dialog, '研究分类').click()
  await dialog.getByRole('combobox', { name: '研究分期' }).click()
  await page.getByRole('option', { name: 'II期', exact: true }).click()
  await part(dialog, '申办方与合作方').click()
  await dialog.getByLabel('申办方').fill('云岫药业')
  await save(dialog)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByPlaceholder('搜索研究名称、编号或申办方').fill('云岫')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.reload()
  const row = rowOf(page, name)
  for (const text of ['PLAN-1', 'LMX-1', '云岫药业', tenant]) await expect(row).toContainText(text)
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(dialog.getByRole('combobox', { name: '租户' })).toHaveAttribute('aria-disabled', 'true')
  // Parts with content are open, the others are folded.
  await expect(dialog.getByRole('combobox', { name: '研究分期' })).toContainText('II期')
  await expect(dialog.getByLabel('适应症')).toBeHidden()
  await dialog.getByLabel('主要研究者').fill('沈砚秋')
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  const { list } = await api(studyList, { tenantId })
  expect(list).toMatchObject([{ principal: '沈砚秋', startTime: '2026-03-01', durationTime: '24个月' }])

  await row.getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

test('a study that is in use cannot be deleted', async ({ page }) => {
  await openStudies(page, { keyWord: 'LMX-101-02' })
  const row = rowOf(page, 'LMX-101-02')
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText(/正在使用中，无法删除：.*3 个软件配置、\d+ 条用户授权/)).toBeVisible()
  await expect(row).toBeVisible()
})

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('starts with the own tenant, adds to it and shows that a code is already in use', async ({
    page,
    sessionOf,
  }) => {
    const api = apiOf((await sessionOf('tenantAdministrator')).key)
    const { list } = await api(studyList, { keyWord: 'LMX-101-01' })
    const known = list[0]
    if (!known) throw new Error('The demonstration data has no study')
    await openStudies(page)
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText('鹿鸣溪')
    await expect(rowOf(page, 'LMX-101-01')).toBeVisible()
    await expect(rowOf(page, 'QYL-S1-01')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add study' }).click()
    const dialog = page.getByRole('dialog')
    const fields = {
      'Study name': unique('Study'),
      'Study code': 'lmx-101-01',
      'Protocol number': 'P-1',
      'Short name': 'S',
      'Principal investigator': 'Fang',
      'Full title': 'A study',
      'Planned sites': '1',
      'Planned subjects': '10',
    }
    for (const [field, value] of Object.entries(fields)) await dialog.getByLabel(field).fill(value)
    await save(dialog)
    await expect(dialog.getByText('Study code is taken; please choose another')).toBeVisible()
    const code = unique('E2E-')
    await dialog.getByLabel('Study code').fill(code)
    await part(dialog, 'Schedule').click()
    await dialog.getByLabel('Start date').fill('2026-03-01')
    await dialog.getByLabel('End date').fill('2026-02-01')
    await expect(dialog.getByText('Start time cannot be less than end time')).toBeVisible()
    await dialog.getByLabel('End date').fill('')
    await save(dialog)
    const row = rowOf(page, code)
    await expect(row).toBeVisible()
    const added = (await api(studyList, { keyWord: code })).list[0]
    await expect(api(studySave, { ...known, id: '', tenantId: '0', studyCode: code })).rejects.toThrow('404')
    await api(studyDelete, { id: added?.id ?? '' })
  })
})
