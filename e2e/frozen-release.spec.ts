import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { ReleasesOfPage, remote, says, type Written } from './support/releases.ts'
import { expect, test } from './support/test.ts'

// Each test has its own browser: tabs of another test would report what froze here.
test.use({ newBrowser: true, expectedComplaints: [/on purpose/] })

const version = '9.1.0'

/**
 * Opens a tab with a release written for it.
 * @param later milliseconds by which the tab's clock is ahead
 */
async function openTab(context: BrowserContext, written: Omit<Written, 'version'>, later = 0) {
  const page = await context.newPage()
  const releases = await ReleasesOfPage.of(page)
  releases.release({ version, ...written })
  if (later > 0) await page.clock.install({ time: Date.now() + later })
  return { page, releases }
}

/** Returns whether a tab's main thread still responds. */
const responses = (page: Page): Promise<boolean> =>
  Promise.race([page.evaluate(() => true).catch(() => false), sleep(1000, false)])

/** Long enough after a tab's last sign of life for the next tab to consider it frozen, in milliseconds. */
const silence = 15_000

const frozen = expect.objectContaining({ kind: 'failed', name: remote, version, stage: 'frozen' })

const endless: [when: string, written: Omit<Written, 'version'>][] = [
  ['as it starts', { init: 'for (;;) {}' }],
  ['as it is shown', { screens: 'const screens = { tenant: () => { for (;;) {} } }' }],
  [
    'once it is shown',
    { screens: 'const screens = { tenant: () => { React.useEffect(() => { for (;;) {} }); return null } }' },
  ],
]

for (const [when, written] of endless)
  test(`a release that freezes its tab ${when} is reported once, by the next page after that tab was killed`, async ({
    context,
  }) => {
    const { page, releases } = await openTab(context, written)
    await page.goto('/#/systemManger/tenant', { waitUntil: 'commit' })
    await expect.poll(() => responses(page), { timeout: 30_000 }).toBe(false)
    expect(releases.reported).toEqual([])
    await page.close()
    for (const reports of [[frozen], []]) {
      const next = await openTab(context, { screens: `const screens = { tenant: ${says('good')} }` }, silence)
      await next.page.goto('/#/softIndex')
      await expect(next.page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
      const frozen = () => next.releases.reported.filter(({ stage }) => stage === 'frozen')
      await expect.poll(frozen).toEqual(reports)
      await next.page.close()
    }
  })

test('a release that works, throws or is left is not reported as frozen', async ({ context }) => {
  const screens = `const screens = {
    tenant: ${says('stands')},
    user: () => { throw new Error('on purpose') },
    role: React.lazy(() => new Promise(() => {})),
  }`
  const { page } = await openTab(context, { screens })
  await page.goto('/#/systemManger/tenant')
  await expect(page.getByText('stands')).toBeVisible()
  await page.goto('/#/systemManger/user')
  await expect(page.getByRole('alert')).toContainText('未能加载')
  await page.goto('/#/systemManger/role')
  await page.goto('/#/softIndex')
  await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
  const next = await openTab(context, { screens }, silence)
  await next.page.goto('/#/systemManger/tenant')
  await expect(next.page.getByText('stands')).toBeVisible()
  expect((await next.releases.reports()).filter(({ stage }) => stage === 'frozen')).toEqual([])
})
