import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { linkedProduct } from './support/products.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const openFiles = async (page: Page, fileName: string) => {
  await page.goto(`/#/base/file?${new URLSearchParams({ fileName })}`)
  await expect(rowOf(page, fileName).first()).toBeVisible()
}

/**
 * Presses a button of a row.
 * @returns the downloaded file
 */
const downloaded = async (page: Page, button: RegExp) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('a file that a product stores is listed, found and downloaded unchanged', async ({ page, api }) => {
  const product = await linkedProduct(api)
  const series = unique('访视数据')
  const content = randomBytes(3 * 1024 * 1024)
  await product.upload(`${series} – 中心 03.XLSX`, content)
  await product.upload(`${series} notes.txt`, Buffer.from('受试者'))
  await openFiles(page, series)
  await expect(rowOf(page, series)).toHaveCount(2)
  const row = rowOf(page, `${series} – 中心 03.XLSX`)
  await expect(row).toContainText('3 MB')
  await expect(row).toContainText(product.softwareName)

  const file = await downloaded(page, /^下载 .*XLSX$/)
  expect(file.name).toBe(`${series} – 中心 03.XLSX`)
  expect(sha256(file.content)).toBe(sha256(content))
  await expect(page.getByText('下载完成')).toBeVisible()

  await page.getByPlaceholder('搜索文件名').fill(`${series} notes`)
  await expect(rowOf(page, series)).toHaveCount(1)
  await page.getByPlaceholder('搜索文件名').fill(`${series} nobody`)
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a product’s files are distinguished from those of other products', async ({ page, api }) => {
    const product = await linkedProduct(api)
    const name = unique('report')
    await product.upload(`${name}.pdf`, Buffer.from('%PDF-'))
    await (await linkedProduct(api)).upload(`${name}.csv`, Buffer.from('a,b'))
    await openFiles(page, name)
    await expect(rowOf(page, name)).toHaveCount(2)
    await page.getByRole('combobox').first().click()
    await page.getByRole('option', { name: product.softwareName }).click()
    await expect(rowOf(page, name)).toHaveCount(1)
    expect(await downloaded(page, /^Download report/)).toMatchObject({ name: `${name}.pdf` })
  })
})

test.describe('a slow download', () => {
  // The download is aborted on purpose.
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('shows its progress, blocks other downloads, and is cancelled', async ({ page, api }) => {
    const product = await linkedProduct(api)
    const series = unique('大文件')
    for (const number of [1, 2]) await product.upload(`${series} ${number}.zip`, Buffer.from('zip'))
    const held: (() => void)[] = []
    await page.route('**/api/base/file/download/**', async (route) => {
      await new Promise<void>((go) => held.push(go))
      await route.abort().catch(() => undefined)
    })
    await openFiles(page, series)
    await page.getByRole('button', { name: `下载 ${series} 1.zip` }).click()
    await expect(page.getByRole('progressbar', { name: `正在下载 ${series} 1.zip` })).toBeVisible()
    await page.getByRole('button', { name: `下载 ${series} 2.zip` }).click()
    await expect(page.getByText('已有文件正在下载')).toBeVisible()
    await page.getByRole('button', { name: '取消下载' }).click()
    await expect(page.getByText('下载已取消')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    for (const go of held) go()
  })
})
