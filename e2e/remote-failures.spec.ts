import type { Locator, Page } from '@playwright/test'
import { type Fault, ReleasesOfPage, remote, says, type Written } from './support/releases.ts'
import { expect, test } from './support/test.ts'

/** The browser reports each file that fails to load, and React reports each screen that throws. */
test.use({
  expectedComplaints: [/Failed to load resource|integrity|on purpose|Content Security Policy|net::ERR/],
})

/** Opens the suite and then the remote's area, so that the top bar and menus are already there. */
const enter = async (page: Page) => {
  await page.goto('/#/softIndex')
  await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
  await page.goto('/#/systemManger/tenant')
}

/** Moves the page's clock on until an element is visible, past pauses between retries and files that never arrive. */
const passTimeUntil = async (page: Page, there: Locator) => {
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(there).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: 30_000 })
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '“系统信息”模块未能加载' })
const retry = (page: Page) => failure(page).getByRole('button', { name: '重试' })

/** Expects that the top bar and menus are there and that another remote works. */
const expectRestWorks = async (page: Page) => {
  await expect(page.getByRole('link', { name: /返回首页/ })).toBeVisible()
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '软件管理' }).click()
  await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
  await page.goBack()
}

const good: Written = { version: '9.1.0', screens: `const screens = { tenant: ${says('released anew')} }` }

test.describe('a failure is shown with its step and cause, reported, and fixed by a retry', () => {
  const entry = /9\.1\.0\/entry\.js/
  const manifest = /9\.1\.0\/release\.json/
  const half = { body: 'var written_9_1_0 = { init(' }

  const cases: [what: string, path: RegExp, fault: Fault, step: string, reported: object][] = [
    ['a manifest that is down', manifest, 'down', '无法获取模块的版本信息', { stage: 'manifest', status: 0 }],
    ['a manifest without leave', manifest, { status: 401 }, 'HTTP 401', { stage: 'manifest', status: 401 }],
    [
      'a manifest cut short',
      manifest,
      { body: '{"name":' },
      '与发布的内容不一致',
      { stage: 'manifest', status: 200 },
    ],
    ['an entry that is gone', entry, { status: 404 }, 'HTTP 404', { stage: 'entry', status: 404 }],
    ['an entry that fails', entry, { status: 503 }, 'HTTP 503', { stage: 'entry', status: 503 }],
    ['an entry cut short', entry, half, '与发布的内容不一致', { stage: 'entry', status: 200 }],
    [
      'an entry that was changed',
      entry,
      { body: 'window.tampered = true' },
      '与发布的内容不一致',
      { stage: 'entry' },
    ],
    ['an entry that does not come', entry, 'silent', '等待超时', { stage: 'entry', status: 0 }],
  ]

  for (const [what, path, fault, step, reported] of cases) {
    test(what, async ({ page }) => {
      const releases = await ReleasesOfPage.of(page)
      releases.release(good)
      releases.register({ previous: undefined })
      releases.faults.set(path, fault)
      await page.clock.install()
      await enter(page)
      await passTimeUntil(page, failure(page))
      await expect(failure(page)).toContainText(step)
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
      await expectRestWorks(page)
      await expect(failure(page)).toBeVisible()
      await expect(async () => {
        expect(await releases.reports()).toContainEqual(
          expect.objectContaining({ kind: 'failed', name: remote, version: '9.1.0', ...reported }),
        )
      }).toPass({ timeout: 30_000 })
      releases.faults.delete(path)
      await retry(page).click()
      await expect(page.getByText('released anew')).toBeVisible()
      await expect(async () => {
        expect((await releases.reports()).map(({ kind }) => kind)).toContain('loaded')
      }).toPass({ timeout: 30_000 })
    })
  }
})

test.describe('a release that cannot run', () => {
  const cases: [what: string, release: Omit<Written, 'version'>, step: string, stage: string][] = [
    [
      'does not fit',
      { manifest: { needs: { host: 99, shared: {}, parts: {}, calls: {} } } },
      '不兼容',
      'compatibility',
    ],
    ['throws as it starts', { init: "throw new Error('on purpose')" }, '模块未能启动', 'init'],
    ['never starts', { init: 'return new Promise(() => {})' }, '等待超时', 'init'],
    ['brings no screens', { screens: "throw new Error('on purpose')" }, '无法下载模块的页面文件', 'module'],
    [
      'throws as it is shown',
      { screens: "const screens = { tenant: () => { throw new Error('on purpose') } }" },
      '页面运行时出错',
      'render',
    ],
  ]

  for (const [what, written, step, stage] of cases) {
    test(`${what}, and the previous good release replaces it`, async ({ page }) => {
      const releases = await ReleasesOfPage.of(page)
      releases.release({ version: '9.1.0', ...written })
      releases.register({ previous: undefined })
      await page.clock.install()
      await enter(page)
      await passTimeUntil(page, failure(page))
      await expect(failure(page)).toContainText(step)
      await expectRestWorks(page)
      await expect(async () => {
        expect(await releases.reports()).toContainEqual(
          expect.objectContaining({ kind: 'failed', version: '9.1.0', stage }),
        )
      }).toPass({ timeout: 30_000 })

      releases.register({ previous: releases.built })
      await page.goto('about:blank')
      await enter(page)
      await passTimeUntil(page, page.getByRole('heading', { name: '租户管理' }))
      await expect(page.getByRole('status').filter({ hasText: '的新版本未能加载' })).toContainText(
        releases.built,
      )
    })
  }
})

test.describe('a crash inside a remote', () => {
  const broken = `
    const thrown = () => { throw new Error('on purpose') }
    const { Dialog } = await take('@atrium/ui-kit/overlay')
    const button = (name, onClick) => h('button', { type: 'button', onClick }, name)
    const Effect = () => React.useEffect(thrown)
    const Leaving = () => (React.useEffect(() => thrown, []), h('p', null, 'to be left'))
    const Late = React.lazy(() => Promise.reject(new Error('on purpose')))
    const Crashes = () => {
      const [how, crash] = React.useState('')
      return h('div', null,
        h('p', null, 'before the crash'),
        button('handler', thrown),
        button('rejection', () => void Promise.reject(new Error('on purpose, later'))),
        button('render', () => crash('render')),
        button('effect', () => crash('effect')),
        button('late part', () => crash('late')),
        button('dialog', () => crash('dialog')),
        how === 'render' && h(thrown),
        how === 'effect' && h(Effect),
        how === 'late' && h(React.Suspense, null, h(Late)),
        how === 'dialog' && h(Dialog, { open: true, title: 'a dialog' }, h(Effect)))
    }
    const screens = { tenant: Crashes, dictionary: Leaving }`

  for (const how of ['render', 'effect', 'late part', 'dialog']) {
    test(`in a ${how} leaves the rest working, and the next screen starts afresh`, async ({ page }) => {
      const releases = await ReleasesOfPage.of(page)
      releases.release({ version: '9.1.0', screens: broken })
      await enter(page)
      await expect(page.getByText('before the crash')).toBeVisible()
      await page.getByRole('button', { name: how }).click()
      await expect(failure(page)).toContainText('页面运行时出错')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')
      await expectRestWorks(page)
      await expect(page.getByText('before the crash')).toBeVisible()
      await expect(async () => {
        expect(await releases.reports()).toContainEqual(
          expect.objectContaining({
            stage: 'render',
            detail: expect.stringMatching(/^Error: on purpose \(entry\.js:\d+:\d+\)$/),
          }),
        )
      }).toPass({ timeout: 30_000 })
    })
  }

  test('in an event handler removes nothing, and is reported', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    releases.release({ version: '9.1.0', screens: broken })
    await enter(page)
    await page.getByRole('button', { name: 'handler' }).click()
    await page.getByRole('button', { name: 'rejection' }).click()
    await expect(page.getByText('before the crash')).toBeVisible()
    await expect(async () => {
      const details = (await releases.reports()).map(({ detail }) => String(detail))
      expect(details.filter((detail) => detail.includes('on purpose'))).toHaveLength(2)
    }).toPass({ timeout: 30_000 })
  })

  test('while it is left does not affect the next page', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    releases.release({ version: '9.1.0', screens: broken })
    await enter(page)
    await page.getByRole('link', { name: '数据字典' }).click()
    await expect(page.getByText('to be left')).toBeVisible()
    await page.getByRole('link', { name: '软件管理' }).click()
    await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  })

  test('against the page’s content security policy is reported', async ({ page }) => {
    const releases = await ReleasesOfPage.of(page)
    const screens =
      "const screens = { tenant: () => h('img', { alt: 'refused', src: 'https://elsewhere.example/a.png?who=1' }) }"
    releases.release({ version: '9.1.0', screens })
    await enter(page)
    await expect(page.getByAltText('refused')).toBeAttached()
    await expect(async () => {
      expect(await releases.reports()).toContainEqual({
        kind: 'failed',
        name: remote,
        version: '9.1.0',
        stage: 'csp',
        status: 0,
        detail: 'img-src: https://elsewhere.example',
      })
    }).toPass({ timeout: 30_000 })
  })
})
