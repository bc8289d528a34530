import { openSoftware, softwareCodes, userInfo } from '@atrium/contract'
import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility, expectNoViolations } from './support/axe.ts'
import { newAccount } from './support/invitations.ts'
import { signOut } from './support/sessions.ts'
import { addressOf, products } from './support/studies.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { addWorker, authorizeWorker, signInWorker } from './support/workers.ts'

test.use({ as: 'nobody' })

const cards = (page: Page) => page.locator('.landing-card')

/** Opens each product from the landing page. */
async function openAll(page: Page, name: string): Promise<void> {
  for (const [index, product] of products.entries()) {
    await page.goto('/#/softIndex')
    await cards(page).nth(index).click()
    // EDC asks for the tenant first, and RTSM for the study.
    if (product === 'edc' || product === 'rtsm') await page.locator('.choice').first().click()
    await expect(page).toHaveURL(addressOf(product))
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
}

/** Waits until no product has a session in this browser any more. */
async function expectOut(page: Page, name: string): Promise<void> {
  for (const product of products) {
    await expect(async () => {
      await page.goto(`${addressOf(product)}?language=zh`)
      await expect(page.getByRole('heading', { name })).toHaveCount(0, { timeout: 100 })
    }).toPass({ timeout: 10_000 })
    await expect(page.getByText('您在 Atrium 的登录已结束，本系统也已同步退出。')).toBeVisible()
  }
}

async function addPerson(api: Api, name: string) {
  const worker = await addWorker(api, name)
  const { tenant } = await authorizeWorker(api, worker, { product: 'edc' })
  for (const product of products.slice(1)) {
    const isBlind = product === 'rtsm' ? 1 : undefined
    await authorizeWorker(api, worker, { product, ...(isBlind && { isBlind }) })
  }
  return { ...worker, tenant }
}

/** Returns an account as a user of products. */
const workerOf = async (account: Awaited<ReturnType<typeof newAccount>>) => {
  const { id, fullName } = await account.api(userInfo, {})
  return { ...account, id, fullName }
}

test.describe('a person who signed in once', () => {
  // The products' pages say with 403 that a session has ended.
  test.use({ expectedComplaints: [/status of 403/] })

  test('opens all four products, and is out of all after signing out of the suite', async ({ page, api }) => {
    const person = await addPerson(api, '程知远')
    await signInWorker(page, person)
    await openAll(page, '程知远')
    await expectNoViolations(page)
    await page.goto('/#/softIndex')
    await signOut(page)
    await expectOut(page, '程知远')
    await expectNoViolations(page)
  })

  test('is out of all, and of the suite, after signing out of one product', async ({ page, api }) => {
    const person = await addPerson(api, '程知晚')
    await signInWorker(page, person)
    await openAll(page, '程知晚')
    await page.goto(`${addressOf('edc')}?language=zh`)
    await page.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL(new RegExp(`^${addressOf('edc')}`))
    await expect(page.getByRole('heading', { name: '程知晚' })).toHaveCount(0)
    await page.goto('/#/softIndex')
    await expect(page.getByLabel('用户名')).toBeVisible()
  })
})

test('a product’s hint leads from a session to the sign-in of the user whom it expects', async ({
  page,
  api,
}) => {
  const account = await newAccount('openid-hint')
  const expected = await workerOf(account)
  const { tenant } = await authorizeWorker(api, expected, { product: 'edc' })
  await signInWorker(page, await addPerson(api, '程知行'))
  await openAll(page, '程知行')
  const { url } = await account.api(openSoftware, { softwareId: softwareCodes.edc, tenantId: tenant.id })
  const request = await page.request.get(url, { maxRedirects: 0 })
  await page.goto(`${request.headers().location}&login_hint=${account.userName}`)
  await expect(page.getByLabel('用户名')).toHaveValue(account.userName)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${inboxUrl}/products/edc`)
  await expect(page.getByRole('heading', { name: expected.fullName })).toBeVisible()
})

for (const [language, words] of [
  [
    'zh',
    {
      userName: '用户名',
      password: '密码',
      note: '登录后将进入',
      cancel: '取消登录',
      other: '换用其他账户登录',
      back: /^返回/,
    },
  ],
  [
    'en',
    {
      userName: 'User name',
      password: 'Password',
      note: 'Sign in to go on',
      cancel: 'Cancel',
      other: 'Sign in as somebody else',
      back: /^Go back/,
    },
  ],
] as const)
  test.describe(`in ${language}, on a phone`, () => {
    test.use({
      viewport: { width: 390, height: 844 },
      language,
      colorScheme: language === 'zh' ? 'light' : 'dark',
    })

    /** Signs in on the page that the product opened, by keyboard. */
    const signInAs = async (page: Page, { userName, password }: Awaited<ReturnType<typeof newAccount>>) => {
      await page.getByLabel(words.userName).fill(userName)
      await page.getByRole('textbox', { name: words.password, exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${inboxUrl}/products/edc`)
      await expect(page.getByRole('heading', { name: '王晓' })).toBeVisible()
    }

    test('a person signs in for a product by keyboard, after a reload', async ({ page, api }) => {
      const account = await newAccount(`openid-${language}`)
      const { tenant } = await authorizeWorker(api, await workerOf(account), { product: 'edc' })
      const { url } = await account.api(openSoftware, { softwareId: softwareCodes.edc, tenantId: tenant.id })
      await page.goto(url)
      await expect(page).toHaveURL(new RegExp(`^${suiteUrl}/oidc/interaction/[^/]+#/signIn`))
      await expect(page.getByText(words.note)).toBeVisible()
      await page.reload()
      await expect(page.getByText(words.note)).toBeVisible()
      await checkAccessibility(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await signInAs(page, account)
      // The sign-in page is over, and says so.
      await page.goBack()
      await expect(page.getByText(words.note)).toHaveCount(0)
    })

    test.describe('who has no authorization', () => {
      test.use({ expectedComplaints: [/status of 403/] })
      const openAsStranger = async (page: Page, api: Api) => {
        const other = await newAccount(`openid-other-${language}`)
        const { tenant } = await authorizeWorker(api, await workerOf(other), { product: 'edc' })
        const { url } = await other.api(openSoftware, { softwareId: softwareCodes.edc, tenantId: tenant.id })
        await signInWorker(page, await addWorker(api, '陌生人'))
        await page.goto(url)
        await expect(page.getByRole('button', { name: words.other })).toBeVisible()
        return other
      }

      test('learns it, and can go back to the product', async ({ page, api }) => {
        await openAsStranger(page, api)
        await checkAccessibility(page)
        await page.getByRole('button', { name: words.back }).click()
        await expect(page).toHaveURL(new RegExp(`^${addressOf('edc')}`))
        await expect(page.getByRole('alert')).toBeVisible()
      })

      test('can sign in as somebody else', async ({ page, api }) => {
        const other = await openAsStranger(page, api)
        await page.getByRole('button', { name: words.other }).click()
        await expect(page.getByRole('button', { name: words.cancel })).toBeVisible()
        await signInAs(page, other)
      })
    })
  })
