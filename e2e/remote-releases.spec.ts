import type { Page } from '@playwright/test'
import { addGroup } from './support/menus.ts'
import { later, ReleasesOfPage, remote, says, type Written } from './support/releases.ts'
import { expect, test } from './support/test.ts'

/** The browser reports each file that fails to load, and React reports each screen that throws. */
test.use({ expectedComplaints: [/Failed to load resource|ChunkLoadError|integrity|on purpose|net::ERR/] })

const tenants = '/#/systemManger/tenant'

/** Returns a release with two screens, one of which has an input field. */
const release = (version: string): Written => ({
  version,
  screens: `const screens = {
    tenant: () => h('label', null, 'field of ${version}', h('input')),
    dictionary: ${says(`dictionary of ${version}`)},
  }`,
})

const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true })

const news = (page: Page) => page.getByText('“系统信息”模块有新版本')

test.describe('while a page is open', () => {
  const cases: [what: string, change: (releases: ReleasesOfPage) => void, version: string][] = [
    ['a release', (releases) => releases.release(release('9.2.0')), '9.2.0'],
    [
      'a way back to the release before',
      (releases) => releases.register({ active: releases.built, previous: undefined }),
      '',
    ],
  ]

  for (const [what, change, version] of cases) {
    test(`${what} is announced, keeps the input, and takes effect at the next menu entry`, async ({
      page,
    }) => {
      const releases = await ReleasesOfPage.of(page)
      releases.release(release('9.1.0'))
      await page.clock.install()
      await page.goto('/#/systemManger/dictionary')
      await expect(page.getByText('dictionary of 9.1.0')).toBeVisible()
      change(releases)
      await later(page)
      await menuEntry(page, '租户管理').click()
      const field = page.getByLabel('field of 9.1.0')
      await field.fill('typed')
      await expect(news(page)).toHaveCount(1)
      await expect(field).toHaveValue('typed')
      await menuEntry(page, '数据字典').click()
      await expect(
        version
          ? page.getByText(`dictionary of ${version}`)
          : page.getByRole('heading', { name: '数据字典' }),
      ).toBeVisible()
      // The area stays in the loaded release, also after going back.
      await page.goBack()
      await expect(
        version ? page.getByLabel(`field of ${version}`) : page.getByRole('heading', { name: '租户管理' }),
      ).toBeVisible()
      await expect(page.getByText('9.1.0')).toHaveCount(0)
    })
  }

  test('a new screen opens from the menu at once, even with a new path prefix', async ({ page, api }) => {
    const menu = await addGroup(
      api,
      { name: '新页面', url: '/systemManger/visits' },
      { name: '新区域', url: '/visits/list' },
    )
    const releases = await ReleasesOfPage.of(page)
    releases.release(release('9.1.0'))
    await page.clock.install()
    await page.goto('/#/systemManger/dictionary')
    await expect(page.getByText('dictionary of 9.1.0')).toBeVisible()
    releases.release({ version: '9.2.0', screens: `const screens = { visits: ${says('visits of 9.2.0')} }` })
    await later(page)
    await menuEntry(page, '新页面').click()
    await expect(page.getByText('visits of 9.2.0')).toBeVisible()

    releases.release({
      version: '9.3.0',
      screens: `const screens = { '/visits/list': ${says('list of 9.3.0')} }`,
    })
    releases.register({ routes: ['/systemManger', '/setting', '/visits'] })
    await menuEntry(page, '新区域').click()
    await expect(page.getByText('list of 9.3.0')).toBeVisible()
    await page.reload()
    await expect(page.getByText('list of 9.3.0')).toBeVisible()
    await menu.remove()
  })

  test('missing files of a removed release make the page load the next release', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    await page.goto('/#/systemManger/tenant')
    await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
    releases.release(release('9.2.0'))
    releases.faults.set(new RegExp(`/${remote}/${releases.built}/`), { status: 404 })
    await menuEntry(page, '数据字典').click()
    await expect(page.getByText('dictionary of 9.2.0')).toBeVisible()
  })

  test('a registry that is down for hours stops nobody from working', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    releases.release(release('9.1.0'))
    await page.clock.install()
    await page.goto(tenants)
    await expect(page.getByLabel('field of 9.1.0')).toBeVisible()
    releases.faults.set(/registry|remotes\.json/, { status: 200, body: '<html>no registry</html>' })
    for (const _hour of [1, 2]) {
      await page.clock.fastForward(3_600_000)
      await menuEntry(page, '软件管理').click()
      await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
      await page.goBack()
      await expect(page.getByLabel('field of 9.1.0')).toBeVisible()
    }
  })
})

test('a screen that is missing in the release of the user’s tenants is reported as missing, with a way out', async ({
  page,
  api,
}) => {
  const menu = await addGroup(api, { name: '尚无此页', url: '/systemManger/visits' })
  const releases = await ReleasesOfPage.of(page)
  releases.release({ version: '9.2.0', screens: `const screens = { visits: ${says('visits of 9.2.0')} }` })
  releases.register({ active: releases.built, held: true })
  await page.goto(tenants)
  await menuEntry(page, '尚无此页').click()
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/#\/softIndex$/)
  await menu.remove()
})

test('nothing replaces a release to which the user’s tenants are pinned', async ({ page }) => {
  const releases = await ReleasesOfPage.of(page)
  releases.release({ version: '9.1.0', init: "throw new Error('on purpose')" })
  releases.register({ held: true })
  await page.goto(tenants)
  await expect(page.getByRole('alert').filter({ hasText: '模块未能启动' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '租户管理' })).toHaveCount(0)
})

test('a percentage of browsers gets a release first, and keeps it', async ({ page }) => {
  const releases = await ReleasesOfPage.of(page)
  releases.release(release('9.1.0'))
  releases.register({ active: releases.built, rules: [{ version: '9.1.0', percentage: 30 }] })
  for (const [share, seen] of [
    ['29', page.getByLabel('field of 9.1.0')],
    ['30', page.getByRole('heading', { name: '租户管理' })],
  ] as const) {
    await page.goto('/brand/favicon.svg')
    await page.evaluate((drawn) => localStorage.setItem('atrium.releaseShare', drawn), share)
    await page.goto(tenants)
    await expect(seen).toBeVisible()
  }
})

test('a browser without storage runs releases too', async ({ page }) => {
  const releases = await ReleasesOfPage.of(page)
  releases.release(release('9.1.0'))
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await page.goto('/#/systemManger/dictionary')
  await expect(page.getByText('dictionary of 9.1.0')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '的新版本未能加载' })).toHaveCount(0)
})

test.describe('safe mode', () => {
  const broken = /\/remotes\/[^/]+\/9\./

  test('runs the suite’s own releases if all others are broken, and ends with a click', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    releases.release(release('9.1.0'))
    releases.register({ previous: undefined })
    releases.faults.set(broken, { status: 404 })
    await page.goto('/?safe=1#/systemManger/tenant')
    const note = page.getByRole('status').filter({ hasText: '安全模式' })
    await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
    await menuEntry(page, '软件管理').click()
    await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
    await expect(note).toBeVisible()
    await page.goBack()
    await note.getByRole('button', { name: '退出安全模式' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'HTTP 404' })).toBeVisible()
    await expect(note).toHaveCount(0)
    expect(new URL(page.url()).search).toBe('')
  })

  test('shows that a module is missing if the suite does not contain it', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    releases.register({ suite: undefined })
    await page.goto('/?safe=1#/systemManger/tenant')
    await expect(page.getByRole('alert')).toContainText('安全模式下没有此模块')
  })

  test.describe('before signing in', () => {
    test.use({ as: 'nobody' })

    test('also works for the sign-in page', async ({ page }) => {
      const releases = await ReleasesOfPage.of(page, 'sign-in')
      releases.release({ version: '9.1.0', init: "throw new Error('on purpose')" })
      await page.goto('/?safe=1')
      await expect(page.getByLabel('用户名')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: '安全模式' })).toBeVisible()
    })
  })
})
