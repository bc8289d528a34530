import { codes } from '@atrium/contract'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'

// These tests change the browser's clock, so they need a browser of their own.
test.use({ as: 'nobody', newBrowser: true })

const hour = 3_600_000

for (const [direction, shift] of [
  ['ahead', 7 * hour],
  ['behind', -7 * hour],
] as const)
  test(`a browser whose clock is seven hours ${direction} signs in`, async ({ page }) => {
    await page.clock.setSystemTime(Date.now() + shift)
    await signIn(page)
  })

test('a page without WebCrypto, as over plain HTTP, signs in', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await signIn(page)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
})

test('an intercepted sign-in cannot be used again', async ({ page, request }) => {
  const sent = page.waitForRequest('**/api/sys/login')
  await signIn(page)
  const captured = await sent
  const response = await request.post(captured.url(), { data: captured.postDataJSON() })
  expect(await response.json()).toMatchObject({
    code: codes.invalid,
    data: null,
    errors: [{ field: 'password', message: '密码未能安全送达，请重新提交；若仍未成功，请刷新页面后重试' }],
  })
})
