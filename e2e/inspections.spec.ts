import { pathToFileURL } from 'node:url'
import { inspectionList } from '@atrium/contract'
import { checkAccessibility } from './support/axe.ts'
import { openInspection } from './support/inspections.ts'
import { addStudy } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { beginSessionOf, signInWorker } from './support/workers.ts'

test('an inspection is opened in one act, filed and closed', async ({ page, api, browser }, testInfo) => {
  const [tenantId = ''] = await addTenants(api, unique('检查医药'))
  const studyName = unique('检查研究')
  await addStudy(api, tenantId, { name: studyName })
  const authority = unique('药监局')

  await page.goto(`/#/software/inspections?tenantId=${tenantId}`)
  await expect(page.getByText('还没有检查室')).toBeVisible()
  await page.getByRole('button', { name: '新增检查室' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().click()
  await page.getByRole('option', { name: studyName }).click()
  await expect(dialog.getByRole('button', { name: `移除 ${studyName}` })).toBeVisible()
  await dialog.getByLabel('检查机构').fill(authority)
  await dialog.getByLabel('检查员', { exact: true }).fill('何检查')
  await dialog.getByLabel('检查员邮箱').fill(`${unique('he')}@nmpa.example`)
  await dialog.getByLabel('开始日期').fill('2098-01-01')
  await page.keyboard.press('Tab')
  await dialog.getByLabel('结束日期').fill('2098-01-31')
  await page.keyboard.press('Tab')
  await dialog.getByLabel('检查目的').fill('上市前检查')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: '开设并发送登录信息' }).click()
  await expect(rowOf(page, authority)).toContainText('未开始')
  const { list } = await api(inspectionList, { tenantId })
  expect(list).toMatchObject([{ authority, unblinding: 'none' }])

  await rowOf(page, authority)
    .getByRole('button', { name: /查阅记录/ })
    .click()
  await expect(page.getByText('还没有查阅记录')).toBeVisible()
  await page.getByRole('button', { name: '返回列表' }).click()

  await rowOf(page, authority)
    .getByRole('button', { name: /生成检查文件/ })
    .click()
  const filing = page.getByRole('dialog')
  await expect(filing).toContainText('盲态：不含揭盲登记')
  await checkAccessibility(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    filing.getByRole('button', { name: '生成检查文件' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^inspection-file-[\d-]+\.html$/)
  await expect(page.getByText('检查文件已下载')).toBeVisible()
  const path = testInfo.outputPath('inspection-file.html')
  await download.saveAs(path)
  const disk = await browser.newContext({ offline: true, locale: 'zh-CN' })
  const file = await disk.newPage()
  await file.goto(pathToFileURL(path).href)
  await expect(file.getByRole('heading', { level: 2 }).first()).toHaveText('验证通过：与生成时逐字节一致')
  await expect(file.getByText(studyName).first()).toBeVisible()
  await disk.close()

  await rowOf(page, authority)
    .getByRole('button', { name: /关闭检查室/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭检查室' }).click()
  await expect(rowOf(page, authority)).toContainText('已关闭')
})

test.describe('an inspector', () => {
  test.use({ as: 'nobody' })

  test('reads with a watermark, in the suite and in a page that embeds a remote', async ({ api, page }) => {
    const inspector = unique('何检查')
    const opened = await openInspection(api, inspector)
    await signInWorker(page, opened)
    const mark = page.locator('.watermark', { hasText: inspector })
    await page.goto('/#/softIndex')
    await expect(page.getByText(opened.studyName)).toBeVisible()
    await expect(mark).toBeVisible()
    await page.getByRole('link', { name: '审计追踪', exact: true }).click()
    await expect(rowOf(page, '开设检查室')).toBeVisible()
    await expect(mark).toBeVisible()

    const session = JSON.stringify({ token: await beginSessionOf(opened) })
    const body = `<!doctype html><title>Portal</title><script src="/embed.js"></script><main id="place"></main>
      <script>Atrium.mount('software-base', document.querySelector('#place'),
        { path: '/software/auditTrail', session: ${session} })</script>`
    await page.route('**/portal', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
    await page.goto('/portal')
    await expect(rowOf(page, '开设检查室')).toBeVisible()
    await expect(mark).toBeVisible()
  })
})
