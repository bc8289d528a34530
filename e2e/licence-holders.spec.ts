import { studyLinkSave, studyUserSave, tenantUserUpdateBase } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { addMembers, addProduct, addStudy } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openList = (page: Page, at: string, tenantId: string) =>
  page.goto(`/#/${at}?${new URLSearchParams({ tenantId })}`)

/** Opens the licence holders by clicking the count in the only row of the list. */
async function openHolders(page: Page, count: string): Promise<Locator> {
  await rowOf(page, 'EDC').getByRole('button', { name: count }).click()
  return page.getByRole('dialog')
}

test('the count of users in both lists of licences opens the list of holders', async ({ page, api }) => {
  const tenant = unique('名额医药')
  const [tenantId = ''] = await addTenants(api, tenant)
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, {
    studyId: await addStudy(api, tenantId, { name: unique('名额研究') }),
    tenantUrlId,
  })
  const names = [unique('许安'), unique('许北')]
  const ids = await addMembers(api, tenantId, ...names)
  await api(studyUserSave, { studyUrlId, tenantUserIds: ids })
  await api(tenantUserUpdateBase, { id: ids[1] ?? '', enabled: 1 })

  for (const at of ['tenantManager/syslist', 'software/tenantsoft']) {
    await openList(page, at, tenantId)
    const dialog = await openHolders(page, '2 / 不限')
    await expect(dialog).toContainText(`${tenant} · 电子数据采集系统（EDC）`)
    await expect(dialog).toContainText('停用或锁定用户不会释放名额')
    await expect(rowOf(page, names[0] ?? '')).toContainText('正常')
    await expect(rowOf(page, names[1] ?? '')).toContainText('已停用')
    await dialog.getByPlaceholder('搜索姓名、邮箱或手机号').fill(names[1] ?? '')
    await expect(rowOf(page, names[0] ?? '')).toHaveCount(0)
    await expect(rowOf(page, names[1] ?? '')).toBeVisible()
    await dialog.getByRole('tab', { name: '待接受的邀请' }).click()
    await expect(dialog).toContainText('没有待接受的邀请')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('sees the licence holders of the own tenant', async ({ page }) => {
    await page.goto('/#/tenantManager/syslist')
    const row = rowOf(page, 'Electronic Data Capture (EDC)')
    await row.getByRole('button', { name: /^\d+ \/ / }).click()
    const dialog = page.getByRole('dialog', { name: 'User seats' })
    await expect(dialog.getByRole('table').getByRole('row').nth(1)).toContainText('Normal')
    await dialog.getByRole('tab', { name: 'Pending invitations' }).click()
    await expect(dialog.getByRole('tab', { name: 'Pending invitations' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })
})
