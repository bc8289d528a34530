import type { ReleaseEvent } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { submitSignIn } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'nobody', newBrowser: true })

/** Collects a page's reports about releases once the server has stored them. */
function followReports(page: Page): ReleaseEvent[] {
  const events: ReleaseEvent[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/release/report') || !response.ok()) return
    events.push(...(response.request().postDataJSON() as { events: ReleaseEvent[] }).events)
  })
  return events
}

/** Returns the vitals among the events, such as `sign-in lcp`, with the last value of each. */
const vitalsIn = (events: readonly ReleaseEvent[]): Record<string, number> =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.kind === 'vital' ? [[`${event.name} ${event.metric}`, event.value]] : [],
    ),
  )

test('vitals that users experience are measured and attributed to the remote', async ({ page }) => {
  const events = followReports(page)
  await submitSignIn(page, administrator)
  await expect(page).toHaveURL(/#\/softIndex$/)
  // Measuring begins once the user no longer waits for anything.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/reporting\./.test(name)),
  )
  await page.goto('/#/systemManger/tenant')
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
  await page.getByRole('link', { name: '数据字典' }).click()
  await expect(page.getByRole('heading', { name: '数据字典' })).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()

  await expect
    .poll(() => Object.keys(vitalsIn(events)))
    .toEqual(expect.arrayContaining(['sign-in lcp', 'sign-in cls', 'system-admin lcp', 'system-admin cls']))
  const now = await page.evaluate(() => performance.now())
  for (const [vital, value] of Object.entries(vitalsIn(events))) {
    // A duration within this visit is shorter than the visit; a layout shift is a score, and there are hardly any.
    if (vital.endsWith('cls')) expect(value, vital).toBeLessThan(0.25)
    else {
      expect(value, vital).toBeGreaterThan(0)
      expect(value, vital).toBeLessThan(now)
    }
  }
  const versions = new Set(events.filter(({ name }) => name === 'sign-in').map(({ version }) => version))
  const registry = await page.request.get('/remotes.json').then((result) => result.json())
  const signIn = registry.remotes.find(({ name }: { name: string }) => name === 'sign-in')
  expect([...versions]).toEqual([signIn.active])
})
