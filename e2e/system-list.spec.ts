import { licenceSave, softwareCodes } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openList = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/tenantManager/syslist?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/系统列表|System list/)
}

/** Returns the day this many days from now as yyyy-MM-dd, in the deployment's time zone. */
const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 86_400_000)

test('the platform sees licences by tenant and product, and cannot change them here', async ({
  page,
  api,
}) => {
  const tenant = unique('系统医药')
  const [tenantId = ''] = await addTenants(api, tenant)
  const { edc, rtsm, ctms } = softwareCodes
  await api(licenceSave, { tenantId, softwareId: edc })
  const ending = { timeEnable: true, startTime: dayFromNow(-9), endTime: dayFromNow(5) }
  await api(licenceSave, { tenantId, softwareId: rtsm, ...ending, userEnable: true, maxUser: 8 })
  const upcoming = { timeEnable: true, startTime: dayFromNow(9), endTime: dayFromNow(50) }
  await api(licenceSave, { tenantId, softwareId: ctms, ...upcoming })
  await openList(page, { tenantId })
  await expect(page.getByText('共 3 条')).toBeVisible()
  await expect(rowOf(page, 'EDC')).toContainText('0 / 不限')
  await expect(rowOf(page, 'EDC')).toContainText('有效')
  const row = rowOf(page, 'RTSM')
  await expect(row).toContainText(`${ending.startTime} 至 ${ending.endTime}`)
  await expect(row.getByText('即将到期')).toBeVisible()
  // Midnight may pass before the page counts the days.
  await expect(row.getByText(/剩 [45] 天/)).toHaveClass(/status-tag-bad/)
  const bar = row.getByRole('meter', { name: /已用用户数/ })
  await expect(bar).toHaveAttribute('max', '8')
  await expect(row).toContainText('0 / 8')
  await expect(rowOf(page, 'CTMS')).toContainText(/[89] 天后/)
  await expect(page.getByRole('button', { name: /新增|编辑|删除/ })).toHaveCount(0)

  await page.getByRole('combobox', { name: '软件' }).click()
  await page.getByRole('option', { name: /RTSM/ }).click()
  await expect(page.getByText('共 1 条')).toBeVisible()
})

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('sees licences of the own tenant with their use', async ({ page }) => {
    await openList(page)
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText('鹿鸣溪')
    const row = rowOf(page, 'Electronic Data Capture (EDC)')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Valid')
    await expect(row.getByText(/^\d+ days$/)).toHaveClass(/status-tag-plain/)
    await expect(row.getByRole('meter', { name: /Studies used/ })).toHaveAttribute('max', '8')
    await expect(row).toContainText('/ 8')
    await expect(page.getByText('青屿岚')).toHaveCount(0)
  })
})
