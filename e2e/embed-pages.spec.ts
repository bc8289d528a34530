import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { exampleCommands } from './support/example.ts'
import type { OwnServer } from './support/own-server.ts'
import { endSession, type Portal, sessionFor, startEmbeddable, startPortal } from './support/portal.ts'
import { expect, test } from './support/test.ts'

/** Pages that embed the suite in other ways than the examples: as documented, wrongly, or under hostile conditions. */
test.describe.configure({ mode: 'default' })
test.use({ as: 'nobody', newBrowser: true })

let server: OwnServer
let portal: Portal
let stranger: Portal

test.beforeAll(async () => {
  portal = await startPortal(await freePort())
  stranger = await startPortal(await freePort())
  server = await startEmbeddable({ embeddingOrigins: [portal.url] })
})

test.afterAll(async () => {
  await Promise.all([portal, stranger, server].map((one) => one?.close()))
})

/** Returns a page body with embed.js, elements and a script that records events in `said`. */
const bodyOf = (script: string): string => `
  <script src="${server.url}/embed.js"></script>
  <main><section id="place"></section><section id="other"></section></main>
  <script>
    const said = []
    const place = document.querySelector('#place')
    const users = { path: '/tenantManager/tenantUser', language: 'en-GB', theme: 'light' }
    const fetched = async () => {
      const answer = await fetch('/session')
      if (!answer.ok) throw new Error('the portal has no session')
      return answer.json()
    }
    ${script}
  </script>`

const said = (page: Page) => page.evaluate<unknown>('said')

/** Returns the code examples of docs/integrators.md in a language, with this test's server instead of the example's. */
async function documentedCode(language: string): Promise<string[]> {
  const document = await readFile('docs/integrators.md', 'utf8')
  const found = document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))
  return [...found].map(([, code = '']) => code.replaceAll('https://atrium.example', server.url).trim())
}

test('the embedding code in docs/integrators.md works unchanged', async ({ page }) => {
  const [html = ''] = await documentedCode('html')
  const [policy = ''] = await documentedCode('text')
  const [byFunction = '', byPage = ''] = await documentedCode('js')
  const nonce = 'c29tZXRoaW5nIHJhbmRvbQ=='
  portal.session = () => sessionFor(server)
  await portal.open(page, `${html.replace('defer>', `nonce="${nonce}" defer>`)}<div id="place"></div>`, {
    policy: policy.replaceAll('{nonce}', nonce),
  })
  const element = page.locator('atrium-remote')
  await expect(element.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await element.evaluate((old) => old.remove())
  // Runs the documented statements one after another.
  const place = page.locator('#place')
  await page.evaluate(byPage)
  await expect(place.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  await page.evaluate(byFunction)
  await expect(place.getByRole('heading', { name: 'Tenant users' })).toBeVisible()

  // The document starts the examples with the same commands as their README, which these tests run.
  const shell = (await documentedCode('sh')).join('\n')
  for (const { words } of Object.values(await exampleCommands())) expect(shell).toContain(words.join(' '))
})

test.describe('failures of embedding', () => {
  test.use({
    expectedComplaints: [/CORS|Failed to load resource|could not be shown|Content.Security.Policy|integrity/],
  })

  const mountAndReport = (options: string) =>
    bodyOf(`Atrium.mount('sign-in', place, {
      ${options} onError: ({ stage, message }) => said.push(stage + ': ' + message)
    })`)

  test('a page from an origin that the profile does not allow gets instructions', async ({ page }) => {
    await stranger.open(page, mountAndReport(''))
    await expect
      .poll(() => said(page))
      .toEqual([
        `address: ${server.url} does not allow pages of ${stranger.url} to embed it: ` +
          `ask its operator to add "${stranger.url}" to embeddingOrigins in its profile.json`,
      ])
    await expect(page.getByRole('alert')).toContainText('未能加载')
  })

  test('a content security policy that blocks the server is named in the error', async ({ page }) => {
    const policy = `default-src 'none'; script-src ${server.url} 'unsafe-inline'; connect-src 'self'`
    await portal.open(page, mountAndReport(''), { policy })
    await expect
      .poll(() => said(page))
      .toEqual([
        `address: the page's Content-Security-Policy blocks ${server.url}: add that origin to its connect-src`,
      ])
  })

  test('an address without Atrium is named in the error, and a later correct one is shown', async ({
    page,
  }) => {
    await portal.open(page, mountAndReport(`apiBase: '${portal.url}/api',`))
    await expect
      .poll(() => said(page))
      .toEqual([
        `address: ${portal.url}/profile.json does not belong to an Atrium server: check apiBase and the address of embed.js`,
      ])
    await page.evaluate("Atrium.mount('sign-in', place, { language: 'en' })")
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: '未能加载' })).toHaveCount(0)
  })

  test('a missing remote shows an error in its element, with a retry', async ({ page }) => {
    portal.session = () => sessionFor(server)
    await portal.open(
      page,
      bodyOf(`Atrium.mount('nowhere', place, {
        session: fetched, language: 'en', onError: ({ stage, remote }) => said.push(stage + ' ' + remote)
      }).ready.catch(({ stage }) => said.push('ready: ' + stage))`),
    )
    await expect(page.getByRole('alert')).toContainText('This module is not registered')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await said(page)).toEqual(expect.arrayContaining(['registry nowhere', 'ready: registry']))
  })
})

test('a page whose session ends shows the same screen again once it supplies the next one', async ({
  page,
}) => {
  const key = await sessionFor(server)
  await portal.open(
    page,
    bodyOf(`
      const answers = []
      const slow = () => new Promise((resolve) => answers.push(resolve))
      const mounted = Atrium.mount('tenant-admin', place, {
        ...users, session: { token: '${key}' }, onSessionInvalid: () => said.push('invalid'), onError: ({ stage }) => said.push(stage)
      })`),
  )
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Search user name' })
  await endSession(server, key)
  await search.fill('admin')
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible()
  expect(await said(page)).toEqual(['invalid'])
  // First the page's owner supplies an invalid key.
  await page.evaluate("mounted.update({ session: { token: 'nonsense' } })")
  await expect.poll(() => said(page)).toEqual(['invalid', 'session'])
  // When the page is asked for two keys at once and the older one arrives last, the older one is ignored.
  await page.evaluate('mounted.update({ session: slow }); mounted.update({ session: slow })')
  const next = await sessionFor(server)
  await page.evaluate(`answers[1]({ token: '${next}' })`)
  await expect(page.getByRole('row').filter({ hasText: 'lumingxi.admin' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeHidden()
  await expect(search).toHaveValue('admin')
  await page.evaluate("answers[0]({ token: 'nonsense' })")
  await search.fill('lumingxi.admin')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await said(page)).toEqual(['invalid', 'session'])
})

test.describe('without a session', () => {
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('the user sees that the page supplies no session, and can retry', async ({ page }) => {
    portal.session = async () => undefined
    await portal.open(
      page,
      bodyOf(`Atrium.mount('tenant-admin', place, {
        ...users, session: fetched,
        onSessionInvalid: () => said.push('invalid'), onError: ({ stage, message }) => said.push(stage + ': ' + message)
      })`),
    )
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(page.getByRole('alert')).toContainText('You could not be signed in')
    expect(await said(page)).toEqual(['session: the portal has no session'])
    // The page is not asked repeatedly for keys that Atrium rejects.
    portal.session = async () => `nonsense${portal.asked}`
    await again.click()
    await expect.poll(() => said(page)).toHaveLength(2)
    expect(await said(page)).toEqual(['session: the portal has no session', 'invalid'])
    expect(portal.asked).toBe(3)
    portal.session = () => sessionFor(server)
    await again.click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})

test.describe('a hostile page', () => {
  test.use({ expectedComplaints: [/thrown by the page|already loaded embed\.js/] })

  test('breaks nothing by its styles, its handlers or its errors', async ({ page }) => {
    portal.session = () => sessionFor(server)
    const otherServer = server.url.replace('127.0.0.1', 'localhost')
    const complaint = page.waitForEvent('console', (message) => message.type() === 'error')
    await portal.open(
      page,
      `<style>
        html { font-size: 40px; direction: rtl }
        body, body * {
          all: unset !important; display: block !important; letter-spacing: 9px !important; color: red !important;
          visibility: hidden !important; pointer-events: none !important;
          --color-text-1: red !important; --primary-6: 255, 0, 0 !important; --page-background: red !important;
        }
      </style>
      ${bodyOf(`
        for (const type of ['mousedown', 'mouseup', 'click', 'pointerdown', 'keydown', 'focusin'])
          document.querySelector('main').addEventListener(type, (event) => event.stopPropagation())
        // A browser without storage does no harm either.
        for (const storage of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, storage, { get() { throw new DOMException('', 'SecurityError') } })
        Array.prototype.last = function () { return this[this.length - 1] }
        const thrown = () => { said.push('told'); throw new Error('thrown by the page') }
        const mounted = Atrium.mount('tenant-admin', place, {
          ...users, session: fetched, onNavigate: thrown, onSessionInvalid: thrown, onError: thrown
        })`)}
      <script src="${otherServer}/embed.js"></script>`,
    )
    expect((await complaint).text()).toContain(`has already loaded embed.js from ${server.url}`)
    const heading = page.getByRole('heading', { name: 'Tenant users' })
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(heading).toHaveCSS('direction', 'ltr')
    await expect(heading).toHaveCSS('letter-spacing', 'normal')
    await expect(heading).toHaveCSS('font-size', '20px')
    await expect(heading).toHaveCSS('color', 'rgb(29, 33, 41)')
    // A list closes on a click outside it.
    await page.getByRole('combobox').first().click()
    const option = page.getByRole('option').first()
    await expect(option).toBeVisible()
    await heading.click()
    await expect(option).toBeHidden()
    // Errors that the page's own functions throw stay with the page.
    await page.evaluate("mounted.update({ path: '/tenantManager/department' })")
    await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible()
    expect(await said(page)).toEqual(['told', 'told'])
  })
})

test('an element shows one remote, keeps it when moved, and loses it when its parent is removed', async ({
  page,
}) => {
  portal.session = () => sessionFor(server)
  await portal.open(
    page,
    bodyOf(`
      Atrium.mount('study-admin', place, { session: fetched })
      Atrium.mount('tenant-admin', place, users)`),
  )
  const search = page.getByRole('textbox', { name: 'Search user name' })
  await search.fill('typed')
  await expect(page.locator('#place > *')).toHaveCount(1)
  await page.evaluate("document.querySelector('#other').append(place)")
  await expect(search).toHaveValue('typed')
  // The page removes the element without calling Atrium: nothing may remain that waits for the user out of sight.
  await page.evaluate("document.querySelector('#other').remove()")
  await page.evaluate('document.body.append(place)')
  await expect(page.locator('#place > *')).toHaveCount(0)
  await page.evaluate("Atrium.mount('tenant-admin', place, { ...users })")
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // A style sheet that is requested twice at once is added once.
  const sheets = () =>
    page.locator('#place > *').evaluate((carrier) => carrier.shadowRoot?.adoptedStyleSheets.length ?? 0)
  const before = await sheets()
  await page.evaluate(async () => {
    const address = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.css'))?.name
    const links = [1, 2].map(() =>
      Object.assign(document.createElement('link'), { href: `${address}?again` }),
    )
    const come = links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)))
    for (const link of links) Reflect.get(globalThis, '__atriumStyles')(link)
    await Promise.all(come)
  })
  expect(await sheets()).toBe(before + 1)
  // A remote that is removed before it has loaded leaves nothing behind.
  const early = "const early = Atrium.mount('tenant-admin', place, users); early.unmount(); early.ready"
  expect(await page.evaluate(`${early}.catch(({ name, message }) => name + ': ' + message)`)).toBe(
    'AbortError: tenant-admin was removed before it was shown',
  )
  await expect(page.locator('#place > *')).toHaveCount(0)
})

test('an element that is detached while embed.js loads shows its remote once it is back', async ({
  page,
}) => {
  await portal.open(
    page,
    bodyOf(`
      Atrium.mount('sign-in', place, users)
      document.querySelector('main').remove()`),
  )
  const mark = () => page.evaluate('place.firstElementChild?.localName')
  await expect.poll(mark).toBe('atrium-return')
  await page.evaluate('document.body.append(place)')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('#place > *')).toHaveCount(1)
})

test('the URL follows the screens below a base name with any characters', async ({ page }) => {
  portal.session = () => sessionFor(server)
  const base = '/müller & söhne/100%/(ä)'
  const mountBelow = bodyOf(`Atrium.mount('tenant-admin', place, {
    ...users, session: fetched, basename: '${base}/', onNavigate: (path) => said.push(path)
  })`)
  await portal.open(page, mountBelow, {
    path: encodeURI(`${base}/tenantManager/department`).replace('%25', '%'),
  })
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible()
  await page.evaluate(
    "history.pushState(null, '', location.href.replace('department', 'tenantUser')); dispatchEvent(new PopStateEvent('popstate'))",
  )
  await expect(page.getByRole('heading', { name: 'Tenant users' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible()
  expect(await said(page)).toEqual([
    '/tenantManager/department',
    '/tenantManager/tenantUser',
    '/tenantManager/department',
  ])
})

test('an element whose remote attribute changes shows the new remote at its path', async ({ page }) => {
  portal.session = () => sessionFor(server)
  await portal.open(
    page,
    bodyOf(`
      const element = document.createElement('atrium-remote')
      const show = (attributes) => { for (const each in attributes) element.setAttribute(each, attributes[each]) }
      show({ ...users, name: 'tenant-admin', basename: '/base' })
      element.session = fetched
      element.addEventListener('navigate', ({ detail }) => said.push(detail.path))
      place.append(element)`),
  )
  await expect(page.getByRole('heading', { name: 'Tenant users' })).toBeVisible()
  await page.evaluate("show({ name: 'system-admin', path: '/systemManger/dictionary' })")
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/base/systemManger/dictionary`)
  await expect(page.locator('atrium-remote > *')).toHaveCount(1)
  expect(await said(page)).toEqual(['/tenantManager/tenantUser', '/systemManger/dictionary'])
})
