import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startIssuer, type TestIssuer } from '../apps/server/src/modules/identity/sign-in/test-kit/issuer.ts'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { inDatabase } from './support/database.ts'
import { endSessionOf } from './support/end-session.ts'
import { type OwnServer, startOwnServer } from './support/own-server.ts'
import { administrator } from './support/suite.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

const port = await freePort()
const suite = `http://127.0.0.1:${port}`
const email = 'admin@hospital.example'

test.use({ as: 'nobody', baseURL: suite })
// These tests share one server, and the last one stops the provider.
test.describe.configure({ mode: 'serial' })

/** Marks the administrator's e-mail address as verified: a first sign-in through the provider requires it. */
const verifyAddress = (dataDir: string): Promise<void> =>
  inDatabase(
    (trx) =>
      trx
        .updateTable('appUser')
        .set({ email, emailKey: email, emailValid: 0 })
        .where('userName', '=', administrator.userName)
        .execute(),
    dataDir,
  )

let issuer: TestIssuer
let server: OwnServer
let folder: string

test.beforeAll(async () => {
  issuer = await startIssuer({ publicUrl: suite })
  await issuer.warmUp()
  issuer.add({ sub: 'admin-there', email, email_verified: true })
  issuer.add({ sub: 'stranger', email: 'stranger@hospital.example', email_verified: true })
  folder = await mkdtemp(join(tmpdir(), 'atrium-sso-'))
  const profile = join(folder, 'profile.json')
  const plain = JSON.parse(await readFile('profile.json', 'utf8'))
  const sso = { issuer: issuer.url, clientId: issuer.clientId }
  await writeFile(profile, JSON.stringify({ ...plain, publicUrl: suite, sso }))
  server = await startOwnServer(port, { environment: { PROFILE: profile, DEMO: '0' }, ownData: true })
  await verifyAddress(server.dataDir)
})

test.afterAll(async () => {
  await server.close()
  await issuer.close()
  await rm(folder, { recursive: true })
})

const button = (page: Page) => page.getByRole('link', { name: '统一身份认证登录' })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Signs in at the provider. */
const beThere = async (page: Page, account: string): Promise<void> => {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('the identity provider signs users in and leads to the requested screen, and a code works only once', async ({
  page,
  browser,
}) => {
  const returns: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${suite}/?`)) returns.push(request.url())
  })

  await test.step('a user who cancels sees a message, and can try again', async () => {
    await page.goto('/#/systemManger/tenant')
    await button(page).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert(page, '您已取消统一身份认证登录')).toBeVisible()
    await expect(page).toHaveURL(`${suite}/#/signIn/index`)
  })
  await test.step('the code is removed from the URL', async () => {
    await button(page).click()
    await beThere(page, 'admin-there')
    await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
    await expect(page).toHaveURL(`${suite}/#/systemManger/tenant`)
  })
  await test.step('a user who signed in through the provider signs in there again after the session has ended, and a form keeps its input', async () => {
    // The list is empty, so it shows this button twice.
    await page.getByRole('button', { name: '新增租户' }).first().click()
    const form = page.getByRole('dialog', { name: '新增租户' })
    await form.getByLabel('租户名称').fill('半填的租户')
    await form.getByLabel('简称').fill('半填')
    await choose(page, '类别', '申办方')
    await form.getByLabel('联系人').fill('李蕾')
    await endSessionOf(page, 'expired', server.dataDir)
    await form.getByRole('button', { name: '保存' }).click()
    const again = page.getByRole('dialog', { name: '超时验证' })
    await expect(again).toContainText('您的登录身份已过期，请重新登录')
    const opening = page.waitForEvent('popup')
    await again.getByRole('button', { name: '打开登录窗口' }).click()
    const popup = await opening
    // The provider still has a session, so the window closes by itself.
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(again).toBeHidden()
    await expect(page.getByText('新增成功')).toBeVisible()
    await expect(rowOf(page, '半填的租户')).toBeVisible()
  })
  const used = returns.find((url) => url.includes('code=')) ?? ''
  expect(used).toContain('state=')

  await test.step('a used code is rejected, and a signed-in user stays signed in', async () => {
    await page.goto(used)
    await expect(page.getByText('本次统一身份认证登录已失效，请重新登录')).toBeVisible()
    await expect(page).toHaveURL(`${suite}/#/softIndex`)
    await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
  })
  await test.step('another user’s code is rejected, with a way out', async () => {
    const elsewhere = await browser.newContext({ baseURL: suite, locale: 'zh-CN' })
    try {
      const other = await elsewhere.newPage()
      await other.goto(used)
      await expect(alert(other, '本次统一身份认证登录已失效，请重新登录')).toBeVisible()
      await expect(other).toHaveURL(`${suite}/#/signIn/index`)
      await expect(other.getByLabel('用户名')).toBeVisible()
      await button(other).click()
      await beThere(other, 'stranger')
      await expect(alert(other, '用户信息不存在，请联系管理员开通账号')).toBeVisible()
    } finally {
      await elsewhere.close()
    }
  })
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a provider that is down is shown on the page until the language changes or it is reloaded', async ({
    page,
  }) => {
    await issuer.close()
    await server.kill()
    await server.start()
    await page.goto('/')
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await expect(alert(page, 'The identity provider is not available')).toBeVisible()
    await expect(page).toHaveURL(`${suite}/#/signIn/index`)
    await page.reload()
    await expect(page.getByLabel('User name')).toBeVisible()
    await expect(alert(page, 'The identity provider')).toHaveCount(0)
  })
})
