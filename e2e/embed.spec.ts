import { readFile } from 'node:fs/promises'
import type { Page, Request, Route } from '@playwright/test'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { checkAccessibility } from './support/axe.ts'
import { buildExample, type ExamplePage, exampleCommands, portOf, serveExample } from './support/example.ts'
import { heldBy } from './support/memory.ts'
import type { OwnServer } from './support/own-server.ts'
import { endSession, startEmbeddable } from './support/portal.ts'
import { administrator } from './support/suite.ts'
import { expect, test } from './support/test.ts'

/** Unchanged pages of examples/, started with the commands in their README: a plain page, and one with its own React. */
test.describe.configure({ mode: 'default' })
test.use({ as: 'nobody', newBrowser: true })

let server: OwnServer
let plain: ExamplePage
let react: ExamplePage

test.beforeAll(async () => {
  const commands = await exampleCommands()
  const [plainPort, reactPort] = [await freePort(), await freePort()]
  // The profile allows the ports in the commands; this test uses other ports.
  const profile = (await readFile(commands.atrium.environment.PROFILE ?? '', 'utf8'))
    .replace(portOf(commands.plain), String(plainPort))
    .replace(portOf(commands.react), String(reactPort))
  server = await startEmbeddable(JSON.parse(profile))
  await buildExample(commands.build, 'examples/embed-react')
  plain = await serveExample(commands.plain, plainPort, server.url)
  react = await serveExample(commands.react, reactPort, server.url, {
    ATRIUM_USER: administrator.userName,
    ATRIUM_PASSWORD: administrator.password,
  })
})

test.afterAll(async () => {
  await Promise.all([plain, react, server].map((one) => one?.close()))
})

/** Signs in inside the element. */
async function signInWithin(page: Page): Promise<void> {
  const element = page.locator('atrium-remote')
  await element.getByLabel('用户名').fill(administrator.userName)
  await element.getByRole('textbox', { name: '密码', exact: true }).fill(administrator.password)
  await element.getByRole('button', { name: '登录', exact: true }).click()
  await expect(element.getByRole('heading', { name: '租户用户' })).toBeVisible()
}

/** Returns the key of a session that was started inside the element. */
const keptKey = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((each) => each.endsWith('.usercache')) ?? ''
    return JSON.parse(sessionStorage.getItem(name) ?? '{}').sessionKey
  })

test('a plain page shows a remote with one script, despite its strict policy and its own styles', async ({
  page,
}) => {
  const sizes: Promise<number>[] = []
  const addSize = (request: Request) => {
    if (request.url().startsWith(server.url))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on('requestfinished', addSize)
  // Cookies apply to the host on every port, so those of the suite's own server are removed.
  await page.context().clearCookies()
  await page.goto(plain.url)
  const element = page.locator('atrium-remote')
  await expect(element.getByRole('heading', { name: '登录' })).toBeVisible()
  // The sizes of later requests could not be read, because the test ends and closes the page.
  page.off('requestfinished', addSize)
  // embed.js with the host, its styles and texts, and the remote that is shown first.
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(240_000)

  // Sign-in screens fill the element; other screens keep a distance from its edge.
  const padding = (wide: string) => expect(element.locator('.embedded')).toHaveCSS('padding', wide)
  await padding('0px')
  // Nothing has requested the focus: it stays in the page.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await signInWithin(page)
  await expect(page.locator('#shown')).toHaveText('/tenantManager/tenantUser')
  await padding('20px')

  // Nothing of the page itself has changed, and none of its styles affect the element.
  const outside = await page.evaluate(() => ({
    cookie: document.cookie,
    title: document.title,
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset.theme,
    body: document.body.getAttribute('arco-theme'),
    styles: document.head.querySelectorAll('link, style').length,
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => !key.startsWith('atrium.embed.'),
    ),
    added: document.body.children.length,
  }))
  expect(outside).toEqual({
    cookie: '',
    title: 'A hospital’s portal',
    lang: 'en',
    theme: undefined,
    body: null,
    styles: 1,
    keys: [],
    added: 2,
  })
  const cell = element.getByRole('columnheader', { name: '用户名' })
  await expect(cell).toHaveCSS('text-transform', 'none')
  await expect(cell).toHaveCSS('font-size', '14px')
  await expect(cell).not.toHaveCSS('border-top-style', 'dashed')
})

test('styles apply in the order in which they are requested, whichever arrives first', async ({ page }) => {
  await page.goto(plain.url)
  const held: Route[] = []
  let respondsAtOnce = false
  await page.route(/\/(embed|tenant-admin\/[^/]+)\/\d+\.\w+\.css$/, (route) =>
    respondsAtOnce ? route.continue() : void held.push(route),
  )
  const signedIn = signInWithin(page)
  // Style sheets of the screen, its table, its fields and its dialogs, which are requested at the same time.
  await expect.poll(() => held.length).toBeGreaterThan(5)
  respondsAtOnce = true
  for (const route of held.reverse()) {
    const response = page.waitForResponse(route.request().url())
    await route.continue()
    await response
  }
  await signedIn
  // With the list's own styles the field is as wide as its text. With the library's styles, which are requested
  // earlier, it would be as wide as the page.
  const size = await page.locator('atrium-remote .page-size').boundingBox()
  expect(size?.width).toBeLessThan(200)
})

test('dialogs, lists and messages open within the element, by keyboard too', async ({ page }) => {
  await page.goto(plain.url)
  await signInWithin(page)
  const element = page.locator('atrium-remote')
  // A list that covers the content stays open on a click inside it, and closes on a click outside.
  const tenants = element.getByRole('combobox').first()
  await tenants.click()
  const option = element.getByRole('option').first()
  await expect(option).toBeVisible()
  await page.locator('header strong').click()
  await expect(option).toBeHidden()
  await tenants.click()
  // A tenant that has users: other tests add many without.
  await page.keyboard.type('鹿鸣溪')
  await element.getByRole('option', { name: '鹿鸣溪' }).first().click()
  await expect(option).toBeHidden()

  // A dialog traps the focus, closes with Escape, and returns the focus.
  const add = element.getByRole('button', { name: '添加用户' })
  await add.click()
  const dialog = element.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const holds = () =>
    page.evaluate(() => {
      const scope = document.querySelector('atrium-remote')?.firstElementChild?.shadowRoot
      return scope?.querySelector('[role="dialog"]')?.contains(scope.activeElement) ?? false
    })
  await expect.poll(holds).toBe(true)
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    await expect.poll(holds).toBe(true)
  }
  // Alerts are rendered inside the dialog, where a screen reader finds them: for a missing field and for a message.
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  // Nothing was added to the page itself.
  expect(await page.evaluate(() => document.body.children.length)).toBe(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await element
    .getByRole('button', { name: /更多操作/ })
    .first()
    .click()
  await element.getByRole('menuitem', { name: '移除' }).click()
  await element.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(element.getByRole('alert').filter({ hasText: '取消' })).toBeVisible()
})

test('language, theme and URL follow the page and its buttons', async ({ page }) => {
  await page.goto(plain.url)
  await signInWithin(page)
  const element = page.locator('atrium-remote')
  await page.getByRole('button', { name: '中文 / English' }).click()
  await expect(element.getByRole('heading', { name: 'Tenant users' })).toBeVisible()
  await checkAccessibility(page, ['light'])
  const light = await element.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await page.getByRole('button', { name: 'Light / dark' }).click()
  await expect(element.locator('body')).toHaveAttribute('arco-theme', 'dark')
  await expect
    .poll(() => element.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor))
    .not.toBe(light)
  await checkAccessibility(page, ['dark'])
  await page.getByRole('button', { name: 'Departments' }).click()
  await expect(page.locator('#shown')).toHaveText('/tenantManager/department')
  await expect(element.getByRole('heading', { name: 'Tenant users' })).toBeHidden()
  // The session survives a reload of the tab.
  await page.reload()
  await expect(element.getByRole('heading', { name: '租户用户' })).toBeVisible()
})

test('two remotes share a page and its session, and each has its own path', async ({ page }) => {
  await page.goto(plain.url)
  await signInWithin(page)
  await page.getByRole('button', { name: 'Studies' }).click()
  const second = page.locator('section')
  await expect(second.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('atrium-remote').getByRole('heading', { name: '租户用户' })).toBeVisible()
  await expect(page.locator('#shown')).toHaveText('/tenantManager/tenantUser')
  // The tables are wider than a phone, but the page is not.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Only the remote in use asks the user to sign in again.
  await endSession(server, await keptKey(page))
  await second.getByRole('button', { name: '刷新' }).first().click()
  const again = second.getByRole('dialog')
  await again.getByRole('textbox', { name: '密码', exact: true }).fill(administrator.password)
  await expect(page.locator('atrium-remote').getByRole('dialog')).toHaveCount(0)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(again).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('atrium-remote').getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(second.getByRole('heading', { name: '登录' })).toBeVisible()
})

test('a page with React 18 supplies its session, and its URL follows the screens', async ({ page }) => {
  await page.goto(react.url)
  await expect(page.getByText('React 18.3.1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  await expect(page).toHaveURL(`${react.url}/administration/systemManger/dictionary`)
  await page.getByRole('button', { name: 'Sites' }).click()
  await expect(page).toHaveURL(`${react.url}/administration/systemManger/site`)
  await expect(page.locator('#shown')).toHaveText('/systemManger/site')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  // The page's own session is not kept in the browser's storage.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'sessionKey',
  )
  await checkAccessibility(page, ['light'])
  await page.getByRole('button', { name: 'Light / dark' }).click()
  await page.getByRole('button', { name: '中文 / English' }).click()
  await expect(page.getByRole('heading', { name: '数据字典' })).toBeVisible()
  await checkAccessibility(page, ['dark'])
})

test('the page is asked for another session when one ends, and waiting calls continue', async ({ page }) => {
  const nextToken = async () => {
    const response = await page.waitForResponse(`${react.url}/session`)
    return ((await response.json()) as { token: string }).token
  }
  const first = nextToken()
  await page.goto(react.url)
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  const token = await first
  await endSession(server, token)
  const second = nextToken()
  await page.getByRole('button', { name: 'Sites' }).click()
  await expect(page.getByRole('heading', { name: 'Sites', level: 1 })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await second).not.toBe(token)
  await expect(page.locator('#trouble')).toHaveText('')
})

test('a remote’s container exposes the same mount function', async ({ page }) => {
  await page.goto(plain.url)
  await expect(page.locator('atrium-remote').getByRole('heading', { name: '登录' })).toBeVisible()
  await page.evaluate(async () => {
    const name = Object.keys(globalThis).find((key) => key.startsWith('atrium_sign_in_')) ?? ''
    const container = Reflect.get(globalThis, name) as {
      get(module: string): Promise<() => { mount(element: Element): unknown }>
    }
    const element = document.createElement('article')
    document.querySelector('.places')?.append(element)
    ;(await container.get('./mount'))().mount(element)
  })
  await expect(page.locator('article').getByRole('heading', { name: '登录' })).toBeVisible()
})

test('a remote that is removed from the page leaves nothing behind', async ({ page }) => {
  await page.goto(plain.url)
  await signInWithin(page)
  const heading = page.locator('atrium-remote').getByRole('heading', { name: '租户用户' })
  const button = page.getByRole('button', { name: 'Remove / show' })
  const comeAndGo = async (times: number) => {
    for (let count = 0; count < times; count++) {
      await button.click()
      await expect(page.locator('atrium-remote')).toHaveCount(0)
      await button.click()
      await expect(heading).toBeVisible()
    }
    await button.click()
    await expect(page.locator('atrium-remote')).toHaveCount(0)
    const held = await heldBy(page)
    await button.click()
    await expect(heading).toBeVisible()
    return held
  }
  // After five rounds, everything that is cached permanently has loaded, such as code and texts.
  const before = await comeAndGo(5)
  const after = await comeAndGo(50)
  // An element that leaked would keep its table: hundreds of nodes and listeners each time.
  expect(after.nodes - before.nodes).toBeLessThan(500)
  expect(after.listeners - before.listeners).toBeLessThan(50)
  expect(after.heap - before.heap).toBeLessThan(3_000_000)
})
