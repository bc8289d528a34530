import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, openUsers } from './support/users.ts'
import { rowsIn } from './support/workbook.ts'

test('a selection is kept across pages, and exactly these users are exported', async ({ page, api }) => {
  const series = unique('导出')
  const names = [`=1+1 ${series}`, `<b>${series}</b>`, `😀 שלום ${series}`]
  for (const name of names) await addUserByApi(api, name)
  for (let number = 1; number <= 8; number += 1) await addUserByApi(api, `${series} ${number}`)
  await openUsers(page, { keyWord: series })
  const selectionOf = (name: string) => page.getByRole('checkbox', { name: `选择 ${name}`, exact: true })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByRole('button', { name: '导出所选（10）' })).toBeVisible()
  await selectionOf(`${series} 8`).uncheck()
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await expect(rowOf(page, series)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: '选择本页全部' })).not.toBeChecked()
  await selectionOf(names[0] ?? '').check()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出所选（10）' }).click(),
  ])
  await expect(page.getByText('导出完成')).toBeVisible()
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.zip$/)
  const [titles, ...rows] = await rowsIn(download)
  expect(titles?.slice(0, 3)).toEqual(['姓名', '用户名', '电子邮箱'])
  expect(rows.map(([name]) => name)).toEqual([
    ...[7, 6, 5, 4, 3, 2, 1].map((number) => `${series} ${number}`),
    ...[names[2], names[1], names[0]],
  ])

  await page.getByRole('button', { name: '取消选择' }).click()
  await expect(page.getByRole('button', { name: '导出所选（0）' })).toBeDisabled()
  await expect(selectionOf(names[0] ?? '')).not.toBeChecked()
})

test.describe('a slow export', () => {
  // The export is aborted on purpose.
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('leaves the page usable, can be cancelled, and ends when the page is left', async ({ page }) => {
    const held: (() => void)[] = []
    await page.route('**/api/sys/user/export', async (route) => {
      await new Promise<void>((go) => held.push(go))
      await route.abort().catch(() => undefined)
    })
    await openUsers(page)
    await page.getByRole('button', { name: '导出全部' }).click()
    await expect(page.getByRole('progressbar', { name: '正在导出' })).toBeVisible()
    await expect(page.getByRole('button', { name: '导出全部' })).toBeDisabled()
    await page.getByPlaceholder('搜索用户名').fill('admin')
    await expect(rowOf(page, 'lumingxi.admin')).toBeVisible()
    await page.getByRole('button', { name: '取消导出' }).click()
    await expect(page.getByText('导出已取消')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByText('导出已取消')).toBeHidden()

    await page.getByRole('button', { name: '导出全部' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('link', { name: '租户管理' }).click()
    await expect(page.getByText('导出已取消')).toBeVisible()
    for (const go of held) go()
  })
})
