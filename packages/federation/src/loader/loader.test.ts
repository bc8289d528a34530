import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Browser, chromium, type Page } from '@playwright/test'
import { testedChromium } from '../../../../scripts/test/chromium.ts'
import { buildFixture, pageOf } from '../../test/build-fixture.ts'
import { type Fault, FaultyServer } from '../../test/faulty-server.ts'

let server: FaultyServer
let origin: string
let browser: Browser
let page: Page

beforeAll(async () => {
  const [host, greeting] = await Promise.all([buildFixture('host'), buildFixture('greeting')])
  server = new FaultyServer(await pageOf(host, '/shell/'), {
    '/shell/': host,
    '/remotes/greeting/': greeting,
  })
  origin = await server.listen()
  browser = await chromium.launch({ executablePath: testedChromium(), args: ['--no-sandbox'] })
}, 120_000)

afterAll(async () => {
  await browser.close()
  await server.close()
})

beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
})

afterEach(async () => {
  server.faults.clear()
  await page.close()
})

const open = (screen: string) => page.goto(`${origin}/#/greeting/${screen}`)
const shown = (text: string) => page.getByText(text, { exact: true }).waitFor()
const alert = () => page.getByRole('alert').textContent()
const again = () => page.getByRole('button', { name: 'Again' }).click()

test('a remote renders its screens with the React of the host', async () => {
  await open('now')
  await shown('Hello now')
  await page.evaluate(() => window.location.assign('#/greeting/later'))
  await shown('Hello later')
})

describe('a failed stage is named with its HTTP status, leaves the host alone, and a retry fetches again', () => {
  const cases: [what: string, screen: string, path: RegExp, fault: Fault, alert: string][] = [
    ['no manifest', 'now', /mf-manifest/, { status: 503 }, 'manifest 503'],
    ['a manifest that is no JSON', 'now', /mf-manifest/, { status: 200, body: '<p>' }, 'manifest 200'],
    ['a manifest of something else', 'now', /mf-manifest/, { status: 200, body: '{}' }, 'manifest 200'],
    ['no container', 'now', /\/entry\./, { status: 404 }, 'container 404'],
    ['a container that throws', 'now', /\/entry\./, { status: 200, body: 'throw 1' }, 'container 200'],
    ['a container that holds nothing', 'now', /\/entry\./, { status: 200, body: '' }, 'container 200'],
    ['no exposed module', 'now', /\/routes\./, { status: 500 }, 'module 500'],
    ['no lazy screen', 'later', /\/greeting\/\d+\./, { status: 502 }, 'module 502'],
  ]

  test.each(cases)('%s', async (_what, screen, path, fault, said) => {
    server.faults.set(path, fault)
    await open(screen)
    expect(await alert()).toContain(`greeting ${said}`)
    await shown('Host')
    server.faults.clear()
    server.asked.length = 0
    await again()
    await shown(`Hello ${screen}`)
    expect(server.asked.some((url) => path.test(url))).toBe(true)
  })
})

test('a retry that fails says so, and the next one may succeed', async () => {
  server.faults.set(/\/routes\./, { status: 500 })
  await open('now')
  await page.getByRole('alert').waitFor()
  await again()
  await page.getByText('Loading').waitFor({ state: 'detached' })
  expect(await alert()).toContain('module 500')
  server.faults.clear()
  await again()
  await shown('Hello now')
})

test('a screen that throws stays in its place; another screen and a retry are given a chance', async () => {
  await open('later')
  await shown('Hello later')
  await page.evaluate(() => sessionStorage.setItem('break', 'yes'))
  await page.evaluate(() => window.location.assign('#/greeting/now'))
  expect(await alert()).toContain('greeting render none')
  await page.evaluate(() => window.location.assign('#/greeting/later'))
  await shown('Hello later')
  await page.evaluate(() => window.location.assign('#/greeting/now'))
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => sessionStorage.removeItem('break'))
  await again()
  await shown('Hello now')
})

test('to preload what does not exist does not throw', async () => {
  const thrown: Error[] = []
  page.on('pageerror', (error) => thrown.push(error))
  await open('now')
  await shown('Hello now')
  await page.getByRole('button', { name: 'Preload' }).click()
  await page.waitForTimeout(100)
  expect(thrown).toEqual([])
})
