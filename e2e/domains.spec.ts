import { domainInit, domainList, domainSave, softwareCodes, tenantCombobox, userList } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { addressOf } from './support/studies.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openDomains = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/software/urlSet?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { name: '租户域名' })).toBeVisible()
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存', exact: true }).click()

const edc = '电子数据采集系统（EDC）'

/** Returns the first tenant of the list. */
const aTenant = async (api: Api) => {
  const [tenant] = await api(tenantCombobox, { limit: 1 })
  return { id: tenant?.code ?? '', name: tenant?.desc ?? '' }
}

test('a domain is added, found by tenant, product and URL, changed and deleted', async ({ page, api }) => {
  const name = unique('正式环境')
  const host = `${unique('edc')}.example.com`
  const tenant = await aTenant(api)
  await openDomains(page)
  await page.getByRole('button', { name: '新增域名' }).first().click()
  const dialog = page.getByRole('dialog')
  await save(dialog)
  for (const message of [
    '请选择租户！',
    '请选择软件！',
    '请输入名称！',
    '请输入PC 域名！',
    '请输入移动端域名！',
  ])
    await expect(dialog.getByText(message)).toBeVisible()

  await choose(page, '租户', tenant.name)
  await choose(page, '软件', edc)
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill(name)
  await dialog.getByLabel('PC 域名').fill(`https://${host}`)
  await dialog.getByLabel('移动端域名').fill(`http://m.${host}`)
  await dialog.getByLabel('接口地址').fill('https://10.0.0.8/api')
  await save(dialog)
  await expect(dialog.getByText('移动端域名须以 https:// 开头')).toBeVisible()
  await expect(dialog.getByText('接口地址指向内部网络')).toBeVisible()
  await dialog.getByLabel('移动端域名').fill(`https://m.${host}`)
  await dialog.getByLabel('接口地址').fill('')
  await save(dialog)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('combobox', { name: '租户' }).click()
  await page.keyboard.type(tenant.name)
  await page.getByRole('option', { name: tenant.name, exact: true }).click()
  await page.getByRole('combobox', { name: '软件' }).click()
  await page.getByRole('option', { name: edc, exact: true }).click()
  await page.getByPlaceholder('搜索域名或名称').fill(`m.${host}`)
  await expect(page.getByText('共 1 条')).toBeVisible()
  const row = rowOf(page, name)
  await expect(row).toContainText(tenant.name)
  await expect(row).toContainText('未初始化')
  // The tenant may have no other domain of the product. The list then looks the same before the search has been
  // applied, and a reloaded page knows only what is in its URL.
  await expect(page).toHaveURL(new RegExp(`keyWord=m\\.${host}`))
  // A system without an address for calls cannot be initialised.
  await expect(row.getByRole('button', { name: '初始化系统' })).toBeHidden()
  await page.reload()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '租户' })).toContainText(tenant.name)
  await expect(page.getByPlaceholder('搜索域名或名称')).toHaveValue(`m.${host}`)

  await row.getByRole('button', { name: '编辑' }).click()
  await expect(dialog.getByRole('combobox', { name: '租户' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('PC 域名').fill(`https://new.${host}`)
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row.getByRole('link', { name: `new.${host}` })).toHaveAttribute('rel', /noopener/)

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
})

test('a domain is an OpenID client, whose addresses are entered one per line', async ({ page, api }) => {
  const { id: tenantId } = await aTenant(api)
  const urlName = unique('客户端')
  const url = 'https://edc.example.com'
  const fields = { tenantId, softwareId: softwareCodes.edc, urlName, url, mobileUrl: url }
  const id = await api(domainSave, fields)
  await openDomains(page, { keyWord: urlName })
  const row = rowOf(page, urlName)
  await row.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  const redirects = dialog.getByLabel('登录回调地址')
  await expect(redirects).toBeHidden()
  await dialog.getByText('OpenID Connect', { exact: true }).click()
  await expect(dialog.getByText(/^http:.*\/oidc$/)).toBeVisible()
  await dialog.getByRole('button', { name: '复制客户端 ID' }).click()
  await expect(page.getByText('已复制客户端 ID')).toBeVisible()
  await expect(dialog.getByText(id, { exact: true })).toBeVisible()

  await redirects.pressSequentially(`${url}/callback\n\nedc.example.com/other `)
  await dialog.getByLabel('退出后返回地址').fill(url)
  // Leaving the field removes the blank line, so that the message names the right one.
  await expect(dialog.getByText('登录回调地址第 2 行须为完整的网址')).toBeVisible()
  await expect(redirects).toHaveValue(`${url}/callback\nedc.example.com/other`)
  await redirects.fill(`${url}/callback\nhttp://edc.example.com/other`)
  await dialog.getByLabel('退出通知地址').fill(`${url}/back-channel-logout`)
  await save(dialog)
  await expect(dialog.getByText('登录回调地址第 2 行须以 https:// 开头')).toBeVisible()
  await redirects.fill(`${url}/callback\n${url}/other`)
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  const [saved] = (await api(domainList, { keyWord: urlName })).list
  expect(saved).toMatchObject({
    redirectUrls: [`${url}/callback`, `${url}/other`],
    signedOutUrls: [url],
    logoutUrl: `${url}/back-channel-logout`,
  })

  await row.getByRole('button', { name: '编辑' }).click()
  await expect(redirects).toHaveValue(`${url}/callback\n${url}/other`)
  await api(domainSave, { ...fields, id, redirectUrls: [`${url}/third`, `${url}/fourth`] })
  await redirects.fill(`${url}/fifth`)
  await save(dialog)
  await expect(dialog.getByRole('row', { name: '登录回调地址' })).toContainText(`${url}/third\n${url}/fourth`)
  await dialog.getByRole('button', { name: '采用' }).click()
  await expect(redirects).toHaveValue(`${url}/third\n${url}/fourth`)
})

test('a system is initialised by its product only once', async ({ page, api }) => {
  const { id: tenantId } = await aTenant(api)
  const urlName = unique('初始化')
  const url = 'https://edc.example.com'
  const apiUrl = addressOf('edc')
  await api(domainSave, { tenantId, softwareId: softwareCodes.edc, urlName, url, mobileUrl: url, apiUrl })
  await openDomains(page, { keyWord: urlName })
  const row = rowOf(page, urlName)
  await row.getByRole('button', { name: '初始化系统' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(apiUrl)
  await question.getByRole('button', { name: '初始化' }).click()
  await expect(page.getByText(/初始化系统成功：.+/)).toBeVisible()
  await expect(row).toContainText('已初始化')
  await expect(row.getByRole('button', { name: '初始化系统' })).toBeHidden()
})

test('the sign-ins to a domain are listed, and a failed sign-out notice is repeated', async ({
  page,
  api,
}) => {
  const { id: tenantId } = await aTenant(api)
  const urlName = unique('已登录')
  const url = 'https://edc.example.com'
  const fields = { tenantId, softwareId: softwareCodes.edc, urlName, url, mobileUrl: url }
  const tenantUrlId = await api(domainSave, { ...fields, logoutUrl: `${addressOf('edc')}/nowhere` })
  const { list } = await api(userList, { limit: 2 })
  const [one, other] = list
  const failure = JSON.stringify({ key: 'studyInvitation.reason.status', params: { status: 503 } })
  await inDatabase(async (trx) => {
    const of = { tenantId, tenantUrlId, sid: tenantUrlId }
    const ended = {
      endedAt: new Date(),
      endedReason: 'expired',
      state: 'failed',
      attempts: 7,
      failure,
    } as const
    await trx
      .insertInto('productSignIn')
      .values({ ...of, id: `${tenantUrlId}-1`, userId: one?.id ?? '', ...ended })
      .execute()
    await trx
      .insertInto('productSignIn')
      .values({
        ...of,
        id: `${tenantUrlId}-2`,
        userId: other?.id ?? '',
        endedAt: new Date(),
        endedReason: 'signed-out',
        state: 'notified',
      })
      .execute()
  })
  await openDomains(page, { keyWord: urlName })
  await rowOf(page, urlName).getByRole('button', { name: '登录记录' }).click()
  const dialog = page.getByRole('dialog')
  const failed = dialog.getByRole('row').filter({ hasText: one?.userName ?? '' })
  await expect(failed).toContainText('长时间未操作')
  await expect(failed).toContainText('通知失败')
  await expect(failed).toContainText('已失败 7 次')
  const notified = dialog.getByRole('row').filter({ hasText: other?.userName ?? '' })
  await expect(notified).toContainText('已通知')
  await expect(notified.getByRole('button', { name: '重新通知' })).toBeHidden()
  await dialog.getByRole('textbox', { name: '搜索姓名或用户名' }).fill(one?.userName ?? '')
  await expect(notified).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(failed.getByText('已失败 7 次')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await failed.getByRole('button', { name: '重新通知' }).click()
  await expect(page.getByText('已重新通知')).toBeVisible()
  await expect(failed).not.toContainText('通知失败')
})

test('a domain whose product takes one-time codes has no list of sign-ins', async ({ page, api }) => {
  const { id: tenantId } = await aTenant(api)
  const urlName = unique('一次性代码')
  const url = 'https://igcp.example.com'
  await api(domainSave, { tenantId, softwareId: softwareCodes.igcp, urlName, url, mobileUrl: url })
  await openDomains(page, { keyWord: urlName })
  await expect(rowOf(page, urlName).getByRole('button', { name: '编辑' })).toBeVisible()
  await expect(rowOf(page, urlName).getByRole('button', { name: '登录记录' })).toBeHidden()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a product’s rejection is shown and can be retried, even if another user has already initialised the system', async ({
    page,
    api,
  }) => {
    const { id: tenantId } = await aTenant(api)
    const urlName = unique('Refusing')
    const url = 'https://edc.example.com'
    const good = addressOf('edc')
    const fields = { tenantId, softwareId: softwareCodes.edc, urlName, url, mobileUrl: url }
    const id = await api(domainSave, { ...fields, apiUrl: `${good}/refusing` })
    await page.goto(`/#/software/urlSet?${new URLSearchParams({ keyWord: urlName })}`)
    const row = rowOf(page, urlName)
    const initialise = async () => {
      await row.getByRole('button', { name: 'Initialise system' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Initialise', exact: true }).click()
    }
    await initialise()
    const rejection = page.getByText(/This system could not do it: /)
    await expect(rejection).toBeVisible()
    await expect(row).toContainText('Not initialised')
    await api(domainSave, { ...fields, id, apiUrl: good })
    await api(domainInit, { id })
    // Only one error message is shown at a time.
    await expect(rejection).toBeHidden()
    await initialise()
    await expect(page.getByText('This domain has been initialised already')).toBeVisible()
    // The list was out of date and has been reloaded.
    await expect(row.getByText('Initialised', { exact: true })).toBeVisible()
  })
})
