import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { addTenants, openTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const header = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('of a hundred rows only the visible ones are drawn, and scrolling draws the others', async ({
  page,
  api,
}) => {
  const series = unique('百行')
  await addTenants(api, series, 100)
  await openTenants(page, { keyWord: series, size: '100', sortBy: 'createTime', sortOrder: 'asc' })
  const first = rowOf(page, `${series}-1`).first()
  await expect(first).toBeVisible()
  expect(await rowOf(page, series).count()).toBeLessThan(60)

  await first.hover()
  await page.mouse.wheel(0, 10_000)
  const last = rowOf(page, `${series}-100`)
  await expect(last).toBeVisible()
  await expect(last.getByRole('cell').first()).toHaveText('100')
  await expect(header(page, '租户名称')).toBeInViewport()
  await expect(last.getByRole('button', { name: '编辑' })).toBeInViewport()
  await checkAccessibility(page)
})

test('with more than a thousand results each page leads to the next, and the last one shows the total', async ({
  page,
}) => {
  const series = unique('千家医院')
  const names = Array.from({ length: 1003 }, (_, index) => `${series}-${index + 1}-`)
  const sites = names.map((siteName, index) => ({
    id: `${series}-${String(index).padStart(4, '0')}`,
    siteName,
    levelId: '',
    typeId: '',
  }))
  await inDatabase((trx) => trx.insertInto('site').values(sites).execute(), undefined, asPlatform)
  await page.goto(`/#/systemManger/site?${new URLSearchParams({ keyWord: series, size: '100' })}`)
  const paging = page.getByRole('navigation', { name: '分页' })
  await expect(paging).toContainText('超过 1,000 条')
  await expect(paging.getByRole('listitem', { name: /^第 \d{3,} 页$/ })).toBeHidden()
  await checkAccessibility(page)

  await paging.getByRole('textbox', { name: '页码' }).fill('10')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, `${series}-103-`)).toBeVisible()
  await expect(paging).toContainText('超过 1,000 条')
  await paging.getByRole('listitem', { name: '下一页' }).click()
  await expect(rowOf(page, `${series}-1-`)).toBeVisible()
  await expect(paging).toContainText('共 1,003 条')
  await expect(paging.getByRole('listitem', { name: '第 11 页' })).toHaveAttribute('aria-current', 'true')
})

test('a column’s edge follows the mouse, and stays there after a reload', async ({ page }) => {
  await openTenants(page)
  // The table gets its final column widths once it has rows.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const edge = page.getByRole('separator', { name: '调整“简称”的列宽' })
  const width = async () => (await header(page, '简称').boundingBox())?.width ?? 0
  const before = await width()
  const box = await edge.boundingBox()
  if (!box) throw new Error('the edge is not drawn')
  await page.mouse.move(box.x + 4, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 84, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(before + 60)
  await page.reload()
  await expect(header(page, '简称')).toBeVisible()
  await expect.poll(width).toBeGreaterThan(before + 60)
})

test('a long name is shown in full: other columns shrink for it', async ({ page, api }) => {
  const series = unique('名称很长的临床研究机构有限公司')
  await addTenants(api, series, 1)
  await openTenants(page, { keyWord: series })
  const name = rowOf(page, series).getByRole('cell').nth(1)
  await expect(name).toBeVisible()
  const room = () => name.evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})
