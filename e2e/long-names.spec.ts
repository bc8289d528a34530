import { studyLinkSave, studyUserSave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import { addMembers, addProduct, addStudy } from './support/studies.ts'
import { addTenants, openTenantDialog, openTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, newContacts, openUsers } from './support/users.ts'

/** Returns the widths of the table's columns by their titles, in pixels. */
const widths = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    await page
      .getByRole('columnheader')
      .evaluateAll((checkpoints) =>
        checkpoints.map(({ textContent, clientWidth }) => [String(textContent), clientWidth] as const),
      ),
  )

/** Expects that every column except the one with the long text is at least as wide as before. */
const expectNoLess = async (page: Page, before: Record<string, number>, long: string[]) => {
  for (const [title, width] of Object.entries(await widths(page)))
    if (!long.includes(title)) expect(width, title).toBeGreaterThanOrEqual((before[title] ?? 0) - 1)
}

const isCut = (cell: Locator) => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

test('a tenant with a name of 100 letters does not shrink the other columns', async ({ page, api }) => {
  const series = unique('长名')
  await addTenants(api, `${series}常`, 3)
  await openTenants(page, { keyWord: series })
  await expect(rowOf(page, series)).toHaveCount(3)
  const before = await widths(page)
  const long = `${series}${'临床研究机构'.repeat(20)}`.slice(0, 100)
  await addTenants(api, long)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(rowOf(page, long)).toBeVisible()
  await expectNoLess(page, before, ['租户名称'])

  const cell = rowOf(page, long).getByRole('cell').nth(1)
  expect(await isCut(cell)).toBe(true)
  await expect(cell).toHaveAttribute('title', long)
  // Keyboard focus in the row shows the full text.
  await rowOf(page, long).getByRole('button', { name: /^编辑/ }).focus()
  await page.keyboard.press('Shift')
  await expect.poll(() => isCut(cell)).toBe(false)
})

test('an unbroken user name, full name and address do not shrink the other columns', async ({
  page,
  api,
}) => {
  const series = unique('u')
  await addUserByApi(api, 'Li Lei', { ...newContacts('li'), userName: `${series}a` })
  await openUsers(page, { userName: series })
  await expect(rowOf(page, series)).toHaveCount(1)
  const before = await widths(page)
  const email = `${'x'.repeat(60)}@${'hospital'.repeat(6)}.example`
  const contacts = { ...newContacts('li'), userName: `${series}b`, email }
  await addUserByApi(api, 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 50), contacts)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(rowOf(page, series)).toHaveCount(2)
  await expectNoLess(page, before, ['姓名', '电子邮箱'])
})

test('the filters stay within a narrow screen whatever is selected', async ({ page, api }) => {
  const long = `${unique('长')}${'无间断的超长租户名称'.repeat(10)}`.slice(0, 100)
  const [tenantId = ''] = await addTenants(api, long)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#/software/auditTrail?tenantId=${tenantId}`)
  await page.getByRole('button', { name: /^筛选/ }).click()
  const filters = page.getByRole('search')
  await expect(filters.getByText(long)).toBeVisible()
  const { x = 0, width = 390 } =
    (await filters.getByRole('combobox', { name: '研究', exact: true }).boundingBox()) ?? {}
  expect(x + width).toBeLessThan(390)
})

test('a dialog and its title keep their width whatever is selected', async ({ page, api }) => {
  const long = `${unique('长')}${'无间断的超长租户名称'.repeat(10)}`.slice(0, 100)
  await addTenants(api, long)
  await openTenants(page, { keyWord: long.slice(0, 20) })
  const dialog = await openTenantDialog(page)
  const width = async () => (await dialog.boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('Escape')
  await rowOf(page, long).getByRole('button', { name: /^编辑/ }).click()
  await expect(dialog.getByLabel('租户名称')).toHaveValue(long)
  expect(await width()).toBe(before)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
})

test('Tab stops at a row with truncated texts and no buttons, and shows them in full', async ({
  page,
  api,
}) => {
  const long = `${unique('长')}${'无间断的超长用户姓名'.repeat(5)}`.slice(0, 50)
  const [tenantId = ''] = await addTenants(api, unique('长姓名医药'))
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyId = await addStudy(api, tenantId, { name: unique('长姓名研究') })
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await api(studyUserSave, { studyUrlId, tenantUserIds: await addMembers(api, tenantId, long) })
  await page.goto(`/#/tenantManager/syslist?tenantId=${tenantId}`)
  await rowOf(page, 'EDC').getByRole('button', { name: '1 / 不限' }).click()
  const stop = rowOf(page, long).locator('td[tabindex="0"]')
  await expect(stop).toHaveText(long)
  await expect(stop).toHaveAttribute('title', long)
  expect(await isCut(stop)).toBe(true)
  await tabTo(page, stop)
  await expect.poll(() => isCut(stop)).toBe(false)
})
