import type { Page } from '@playwright/test'
import { heldBy } from './support/memory.ts'
import { later, ReleasesOfPage } from './support/releases.ts'
import { expect, test } from './support/test.ts'

/**
 * Uses a separate process, so that the memory of other pages does not count. Moving the clock forward aborts fetches
 * in the background, which causes the expected complaints.
 */
test.use({ newBrowser: true, expectedComplaints: [/could not be fetched/] })

const goTo = (page: Page, place: string) => page.evaluate((hash) => window.location.assign(`#${hash}`), place)

const megabyte = 1_000_000

test('entering and leaving areas a hundred times leaks nothing', async ({ page }) => {
  test.slow()
  await page.goto('/#/softIndex')
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await goTo(page, '/systemManger/holiday')
      await expect(page.getByRole('heading', { name: '节假日管理' })).toBeVisible()
      await goTo(page, '/software/softwareManger')
      await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
    }
    await goTo(page, '/softIndex')
    await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
  }
  await rounds(5)
  const before = await heldBy(page)
  await rounds(50)
  const after = await heldBy(page)
  // A screen has several hundred nodes and several thousand objects: a leak of one screen in each round would be far
  // above these limits.
  expect(after.nodes - before.nodes).toBeLessThan(50 * 10)
  expect(after.listeners - before.listeners).toBeLessThan(50)
  expect(after.heap - before.heap).toBeLessThan(3 * megabyte)
})

test('after several releases in a row only the current one stays in memory', async ({ page }) => {
  const releases = await ReleasesOfPage.of(page)
  const ballast = 4 * megabyte
  const enter = async (version: string) => {
    releases.release({
      version,
      screens: `const ballast = Array.from({ length: ${ballast / 8} }, (_, index) => index + 0.5)
        const screens = { holiday: () => h('p', null, '${version} weighs ' + ballast.length) }`,
    })
    await later(page)
    await goTo(page, '/systemManger/holiday')
    await expect(page.getByText(`${version} weighs`)).toBeVisible()
    await goTo(page, '/softIndex')
    await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
  }
  await page.clock.install()
  await page.goto('/#/softIndex')
  await enter('9.1.0')
  await enter('9.2.0')
  const before = (await heldBy(page)).heap
  for (const minor of [3, 4, 5, 6, 7, 8]) await enter(`9.${minor}.0`)
  const after = (await heldBy(page)).heap
  expect(after - before).toBeLessThan(2 * ballast)
})
