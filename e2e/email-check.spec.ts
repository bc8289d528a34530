import { findEmailVerification } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { apiOf } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { messagesTo } from './support/inbox.ts'
import { expect, test } from './support/test.ts'
import { listedUser } from './support/users.ts'
import { unverifiedAccount } from './support/verification.ts'

test.use({ as: 'nobody' })

/** Records the page's requests that verify an address. */
const confirmationsOf = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/account/email/valid') && !request.url().endsWith('/find'))
      sent.push(request.url())
  })
  return sent
}

const keyOf = (link: string): string => /key=([\w-]+)/.exec(link)?.[1] ?? ''

test('a program that opens the link and runs its scripts verifies nothing, but pressing the button does', async ({
  page,
  context,
  api,
}) => {
  const { userName, email, link } = await unverifiedAccount('unverified')
  const stillAsks = () => apiOf('')(findEmailVerification, { key: keyOf(link) })
  await test.step('a scanner fetches the link and runs its page', async () => {
    const scanner = await context.newPage()
    const sent = confirmationsOf(scanner)
    expect((await scanner.request.get(link)).ok()).toBe(true)
    for (let visit = 1; visit <= 2; visit += 1) {
      await scanner.goto(link)
      await expect(scanner.getByRole('heading', { name: '验证邮箱' })).toBeVisible()
      await scanner.waitForLoadState('networkidle')
    }
    expect(sent).toEqual([])
    await scanner.close()
    expect(await stillAsks()).toEqual({ userName, email })
  })
  await page.goto(link)
  await expect(page.getByText(`账号 ${userName} 登记了邮箱 ${email}`)).toBeVisible()
  await page.getByRole('button', { name: '验证邮箱' }).click()
  await expect(page.getByRole('heading', { name: '邮箱验证成功' })).toBeVisible()
  expect((await listedUser(api, userName)).emailValid).toBe(0)

  await test.step('afterwards a reload, the back button and another tab show that the address is verified', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
    await page.getByRole('button', { name: '去登录' }).click()
    await expect(page).toHaveURL(/#\/signIn\/index$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
    const again = await context.newPage()
    await again.goto(link)
    await expect(again.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
    await again.close()
  })
  expect(await messagesTo(email)).toHaveLength(2)
})

test('the second of two tabs with one link shows that the address is verified', async ({ context }) => {
  const { link } = await unverifiedAccount('unverified')
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) {
    await tab.goto(link)
    await expect(tab.getByRole('button', { name: '验证邮箱' })).toBeVisible()
  }
  await first.getByRole('button', { name: '验证邮箱' }).click()
  await expect(first.getByRole('heading', { name: '邮箱验证成功' })).toBeVisible()
  await second.getByRole('button', { name: '验证邮箱' }).click()
  await expect(second.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
})

test('an incomplete link is rejected without a request', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/#/checkEmail')
  await expect(page.getByRole('alert')).toContainText('链接无效，请确认地址是否完整')
  expect(sent.filter((url) => url.includes('/account/email/valid'))).toEqual([])
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a link verifies when the button is pressed, and an expired one shows a message', async ({ page }) => {
    const { userName, email, link } = await unverifiedAccount('unverified', 'en')
    const late = await unverifiedAccount('unverified', 'en')
    await page.goto(link)
    await expect(
      page.getByText(`The account ${userName} was registered with the address ${email}`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Verify address' }).click()
    await expect(page.getByRole('heading', { name: 'E-mail address verified' })).toBeVisible()
    await inDatabase((trx) =>
      trx
        .updateTable('emailVerification')
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where('emailKey', '=', late.email)
        .execute(),
    )
    await page.goto(late.link)
    await expect(page.getByRole('alert')).toContainText('This link has expired')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})
