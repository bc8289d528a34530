import { domainList, domainSave, licenceSave, softwareCodes } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { checkAccessibility, expectNoViolations } from './support/axe.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { addWorker, authorizeWorker, signInWorker } from './support/workers.ts'

test.use({ as: 'nobody' })

const cards = (page: Page) => page.locator('.landing-card')
const choices = (page: Page) => page.locator('.choice')

test('a user finds their products on the landing page and can open one from there', async ({ page, api }) => {
  const worker = await addWorker(api, '沈知微')
  const good = await authorizeWorker(api, worker, { product: 'edc', licenceDays: 20 })
  const over = await authorizeWorker(api, worker, { product: 'edc', licenceDays: -3 })
  const blinded = await authorizeWorker(api, worker, { product: 'rtsm', isBlind: 1 })
  const unblinded = await authorizeWorker(api, worker, {
    product: 'rtsm',
    isBlind: 0,
    tenant: blinded.tenant,
  })
  await authorizeWorker(api, worker, { product: 'ctms' })
  await signInWorker(page, worker)
  await page.goto('/#/softIndex')
  await expect(cards(page)).toHaveCount(3)
  await expect(cards(page)).toHaveText([
    /EDC.*2 个租户.*授权将于/s,
    /RTSM.*2 个研究.*授权有效/s,
    /CTMS.*1 个租户.*授权有效/s,
  ])
  await checkAccessibility(page)
  await page.getByRole('button', { name: '帮助手册' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['用户中心', /EDC/, /RTSM/, /CTMS/])
  await page.keyboard.press('Escape')

  await cards(page).first().click()
  await expect(page.getByRole('heading', { name: '选择租户' })).toBeVisible()
  await expect(choices(page)).toHaveCount(2)
  await checkAccessibility(page)
  await page.getByRole('textbox', { name: '搜索租户名称或编码' }).fill('没有这个租户')
  await expect(page.getByText('没有符合条件的结果')).toBeVisible()
  await page.getByRole('button', { name: '清空搜索' }).click()
  await page.getByRole('textbox', { name: '搜索租户名称或编码' }).fill(` ${good.tenant.tenantName} `)
  await expect(choices(page)).toHaveCount(1)
  await page.getByRole('textbox', { name: '搜索租户名称或编码' }).fill('')
  await choices(page).filter({ hasText: over.tenant.tenantName }).click()
  await expect(page.getByText(/授权已于 .* 到期，请联系平台管理员续期/)).toBeVisible()
  await page.getByRole('textbox', { name: '搜索租户名称或编码' }).fill(good.tenant.tenantName)
  await expect(choices(page)).toHaveCount(1)
  const list = page.url()
  await choices(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${inboxUrl}/products/edc`)
  await expect(page.getByText('沈知微').first()).toBeVisible()
  await expect(page.getByText(good.studyName).first()).toBeVisible()
  const cookies = await page.context().cookies(suiteUrl)
  const cookie = cookies.find(({ name }) => name === 'usercache')
  expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toMatchObject({
    projectId: '',
    hospitalId: good.tenant.id,
  })
  // Half a day, in seconds.
  expect(Number(cookie?.expires) - Date.now() / 1000).toBeGreaterThan(43_000)
  expect(Number(cookie?.expires) - Date.now() / 1000).toBeLessThanOrEqual(43_200)

  await page.goto(list)
  await page.locator('.choice-home').click()
  await cards(page).nth(1).click()
  await expect(choices(page).filter({ hasText: blinded.studyName })).toContainText('盲态')
  await expect(choices(page).filter({ hasText: unblinded.studyName })).toContainText('非盲')
  await checkAccessibility(page)
  await page.getByRole('textbox', { name: '搜索研究名称、编码或租户' }).fill(blinded.studyName)
  await expect(choices(page)).toHaveCount(1)
  await choices(page).first().click()
  await expect(page).toHaveURL(`${inboxUrl}/products/rtsm`)
  await expect(page.getByText(blinded.studyName).first()).toBeVisible()

  // With only one tenant the product opens at once; the back button leads here again.
  await page.goto('/#/softIndex')
  await cards(page).nth(2).click()
  await expect(page).toHaveURL(`${inboxUrl}/products/ctms`)
  await page.goBack()
  await expect(cards(page)).toHaveCount(3)
})

test.describe('on a phone, in English', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })
  test('a product opens at its mobile URL', async ({ page, api }) => {
    const worker = await addWorker(api, '顾清和')
    await authorizeWorker(api, worker, { product: 'edc', licenceDays: 5 })
    await signInWorker(page, worker)
    await page.goto('/#/softIndex')
    await expect(cards(page)).toHaveText([/\(EDC\).*1 tenant.*Licence ends on/s])
    await cards(page).first().click()
    await expect(page.getByRole('heading', { name: 'Choose a tenant' })).toBeVisible()
    await expect(choices(page)).toContainText(['1 study'])
    await checkAccessibility(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    const opened = page.waitForRequest(/products\/edc\?device=phone&iss=/)
    await choices(page).first().click()
    await opened
    await expect(page.getByText('顾清和').first()).toBeVisible()
  })
})

test.describe('a tenant’s domain that leads to the wrong page', () => {
  // The browser logs that the provider rejects the page’s address.
  test.use({ expectedComplaints: [/status of 400/] })
  test('signs nobody in there', async ({ page, api }) => {
    const worker = await addWorker(api, '苏晚晴')
    const { tenant } = await authorizeWorker(api, worker, { product: 'edc' })
    const { list } = await api(domainList, { tenantId: tenant.id, softwareId: softwareCodes.edc })
    const [domain] = list
    if (!domain) throw new Error('the tenant has no domain')
    await api(domainSave, { ...domain, url: `${inboxUrl}/products/rtsm` })
    await signInWorker(page, worker)
    await page.goto('/#/softIndex')
    await cards(page).first().click()
    await choices(page).first().click()
    await expect(page.getByRole('heading', { name: '无法登录' })).toBeVisible()
    await expect(page.getByText('invalid_redirect_uri')).toBeVisible()
    await expectNoViolations(page)
  })
})

test('a user without products sees whom to contact', async ({ page, api }) => {
  const worker = await addWorker(api, '林一诺')
  await signInWorker(page, worker)
  await page.goto('/#/softIndex')
  await expect(page.getByText('请联系所在租户的管理员为您授权。')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await page.goto('/#/projectListRTSM')
  await expect(page.getByText('您在 RTSM 中没有可以进入的研究')).toBeVisible()
})

for (const [language, message] of [
  ['zh', '租户未配置 URL，请联系管理员'],
  ['en', 'Tenant has no URL configured, contact administrator'],
] as const) {
  test.describe(language, () => {
    test.use({ language })
    test('a product without a URL for the tenant shows a message, and the page stays', async ({
      page,
      api,
    }) => {
      const worker = await addWorker(api, '方知行')
      const { tenant } = await authorizeWorker(api, worker, { product: 'edc' })
      await api(licenceSave, { tenantId: tenant.id, softwareId: softwareCodes.igcp })
      await signInWorker(page, worker)
      await page.goto('/#/softIndex')
      await expect(cards(page)).toHaveCount(2)
      await cards(page).last().click()
      await expect(page.locator('.arco-message').getByText(message)).toBeVisible()
      await expect(cards(page)).toHaveCount(2)
    })
  })
}
