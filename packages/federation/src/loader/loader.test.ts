import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type Browser, chromium, type Page } from '@playwright/test'
import { testedChromium } from '../../../../scripts/test/chromium.ts'
import { buildFixture, pageOf } from '../../test/build-fixture.ts'
import { type Fault, FaultyServer } from '../../test/faulty-server.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { toPage } from '../registry/page-manifest.ts'
import type { RegistryEntry } from '../registry/schema.ts'
import { makeRegistry } from '../release/registry.ts'

// The test runs real builds and waits for retries of failed loads.
jest.setTimeout(180_000)

const older = '1.0.0-bolder'
let server: FaultyServer
let origin: string
let browser: Browser
let page: Page
let scratch: string

/** Registry entry with both releases. */
let both: RegistryEntry

/** Serves this registry from now on, both embedded in pages and as remotes.json. */
const register = async (entry: Partial<RegistryEntry>) => {
  const registry = { remotes: [{ ...both, ...entry }] }
  server.page = await pageOf(host, '/shell/', registry)
  server.faults.set(registryFile, { status: 200, body: JSON.stringify(registry) })
}

let host: string
let manifest: ReleaseManifest

const registryFile = /remotes\.json/
const routesFile = /\/routes\.\w+\.js/
const entryFile = /\/entry\./

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'atrium-releases-'))
  const building = buildFixture('host')
  const releases = join(scratch, older)
  await cp(await buildFixture('greeting', 'older'), releases, { recursive: true })
  const newer = await buildFixture('greeting')
  host = await building
  manifest = ReleaseManifest.parse(JSON.parse(await readFile(join(newer, manifestName), 'utf8')))
  server = new FaultyServer({
    '/shell/': host,
    '/remotes/greeting/1.0.0/': newer,
    [`/remotes/greeting/${older}/`]: releases,
  })
  const [one, other] = await Promise.all([makeRegistry([newer]), makeRegistry([releases])])
  const entries = [...other.remotes, ...one.remotes]
  both = {
    ...(one.remotes[0] as RegistryEntry),
    releases: Object.assign({}, ...entries.map((entry) => entry.releases)),
  }
  origin = await server.listen()
  browser = await chromium.launch({ executablePath: testedChromium(), args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser.close()
  await server.close()
  await rm(scratch, { recursive: true, force: true })
})

beforeEach(async () => {
  await register({})
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.clock.install()
})

afterEach(async () => {
  server.faults.clear()
  server.requests.length = 0
  await page.close()
})

const open = (screen: string) => page.goto(`${origin}/#/greeting/${screen}`)
const shown = (text: string) => page.getByText(text, { exact: true }).waitFor()
/** Returns the text of the error alert, which appears after the last attempt. Skips the pauses between attempts. */
const alert = async () => {
  const shown = page.getByRole('alert')
  while (!(await shown.isVisible())) {
    await page.clock.runFor(1000)
    await page.waitForTimeout(20)
  }
  return shown.textContent()
}
const again = () => page.getByRole('button', { name: 'Again' }).click()

it('renders the screens of a remote with the React of the host', async () => {
  await open('now')
  await shown('Hello now')
  expect(await page.getByText('Hello now').evaluate((element) => getComputedStyle(element).fontStyle)).toBe(
    'italic',
  )
  await page.evaluate(() => window.location.assign('#/greeting/later'))
  await shown('Hello later')
})

describe('a loading failure', () => {
  const cases: [what: string, screen: string, path: RegExp, fault: Fault, alert: string][] = [
    ['no manifest', 'now', /release\.json/, { status: 503 }, 'manifest 503'],
    ['another manifest', 'now', /release\.json/, { status: 200, body: '{}' }, 'manifest 200'],
    ['no container', 'now', /\/entry\./, { status: 404 }, 'entry 404'],
    ['a changed container', 'now', /\/entry\./, { status: 200, body: 'alert(1)' }, 'entry 200'],
    ['no exposed module', 'now', routesFile, { status: 500 }, 'module 500'],
    ['a changed exposed module', 'now', routesFile, { status: 200, body: '' }, 'module 200'],
    ['no style', 'now', /\/routes\.\w+\.css/, { status: 404 }, 'module 404'],
    ['no lazy screen', 'later', /\/greeting\/1\.0\.0\/\d+\./, { status: 502 }, 'module 502'],
    ['a changed lazy screen', 'later', /1\.0\.0\/\d+\./, { status: 200, body: '' }, 'module 200'],
  ]

  it.each(cases)(
    'names its stage and HTTP status, leaves the host intact and can be retried: %s',
    async (_what, screen, path, fault, message) => {
      server.faults.set(path, fault)
      await open(screen)
      expect(await alert()).toContain(`greeting ${message}`)
      await shown('Host')
      server.faults.delete(path)
      server.requests.length = 0
      await again()
      await shown(`Hello ${screen}`)
      expect(server.requests.some((url) => path.test(url))).toBe(true)
    },
  )
})

it('reports a failed retry and succeeds with the next one', async () => {
  server.faults.set(routesFile, { status: 500 })
  await open('now')
  await alert()
  await again()
  expect(await alert()).toContain('module 500')
  server.faults.delete(routesFile)
  await again()
  await shown('Hello now')
})

it("limits a screen's error to its path, and retries it", async () => {
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

it('does not throw when an unknown remote is preloaded', async () => {
  const thrown: Error[] = []
  page.on('pageerror', (error) => thrown.push(error))
  await open('now')
  await shown('Hello now')
  await page.getByRole('button', { name: 'Preload' }).click()
  await page.waitForTimeout(100)
  expect(thrown).toEqual([])
})

const events = () => page.evaluate(() => (window as unknown as { readonly events: readonly string[] }).events)
/**
 * Lists the parts of a release that are on the page (container and chunks).
 * @param version suffix of the container's name
 */
const partsOnPage = (version: string) =>
  page.evaluate((container) => {
    const parts = {
      container: Reflect.get(window, container),
      chunks: Reflect.get(window, `webpackChunk${container}`),
    }
    return Object.entries(parts).flatMap(([part, held]) => (held ? [part] : []))
  }, `atrium_greeting_${version}`)
const countRequests = (path: RegExp) => server.requests.filter((url) => path.test(url)).length

it("recovers from a brief fault without the user's help", async () => {
  server.faults.set(entryFile, { status: 503, times: 4 })
  await open('now')
  await shown('Hello now')
  // Three attempts, and one request after each failed attempt to find the reason.
  expect(countRequests(entryFile)).toBe(5)
  expect(await events()).toEqual(['loaded 1.0.0'])
})

it('retries a failed remote automatically only after half a minute', async () => {
  server.faults.set(entryFile, { status: 503 })
  await open('now')
  await page.clock.runFor(5000)
  await page.getByRole('alert').waitFor()
  // Files fetched together with the entry are removed after the failure.
  expect(await page.locator('link').count()).toBe(0)
  const before = countRequests(entryFile)
  const elsewhere = async () => {
    await page.evaluate(() => window.location.assign('#/elsewhere'))
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.evaluate(() => window.location.assign('#/greeting/now'))
  }
  await elsewhere()
  await page.getByRole('alert').waitFor()
  expect(countRequests(entryFile)).toBe(before)
  server.faults.delete(entryFile)
  await page.clock.fastForward(31_000)
  await elsewhere()
  await shown('Hello now')
})

describe('the scripts for one language of an embedded manifest', () => {
  const script = /greeting\/1\.0\.0\/.*\.js/

  beforeEach(async () => {
    server.page = await pageOf(host, '/shell/', { remotes: [both] }, { greeting: toPage(manifest, 'en') })
  })

  it('fetches them as one file', async () => {
    await open('words')
    await shown('Hello in words')
    await page.evaluate(() => window.location.assign('#/greeting/now'))
    await shown('Hello now')
    expect(server.requests.filter((url) => script.test(url))).toEqual([
      `/remotes/greeting/1.0.0/${manifest.joined?.en}`,
    ])
  })

  const faults: [what: string, fault: Fault][] = [
    ['fails for a moment', { status: 503 }],
    ['was changed', { status: 200, body: 'alert(1)' }],
  ]
  it.each(faults)('fetches them individually if that file %s', async (_what, fault) => {
    server.faults.set(/\/joined-en/, fault)
    await open('words')
    await page.clock.runFor(1000)
    await shown('Hello in words')
    expect(countRequests(entryFile)).toBe(1)
    expect(await events()).toEqual(['loaded 1.0.0'])
  })

  it('fetches them individually if the release has no joined file', async () => {
    const { joined: _, ...without } = manifest
    server.page = await pageOf(host, '/shell/', { remotes: [both] }, { greeting: toPage(without, 'en') })
    await open('now')
    await shown('Hello now')
    expect(countRequests(/joined/)).toBe(0)
  })
})

describe('another release', () => {
  it('stands in for the failed active release if it was active before', async () => {
    await register({ previous: older })
    server.faults.set(/1\.0\.0\/entry/, { status: 404 })
    await open('now')
    await shown('Hello now')
    await shown(`${older} instead of 1.0.0`)
    expect(await events()).toEqual(['failed 1.0.0', `loaded ${older}`])
  })

  it('is announced once, does not affect the open screen and runs when the area is next entered', async () => {
    await register({ active: older })
    await open('now')
    await shown(older)
    await register({})
    await page.clock.fastForward(31_000)
    await page.evaluate(() => window.location.assign('#/greeting/later'))
    await shown('Hello later')
    await shown(older)
    await page.evaluate(() => window.location.assign('#/elsewhere'))
    await page.getByText(older).waitFor({ state: 'detached' })
    await page.evaluate(() => window.location.assign('#/greeting/now'))
    await shown('1.0.0')
    await shown('Hello now')
    expect(await events()).toEqual([`loaded ${older}`, 'released 1.0.0', 'loaded 1.0.0'])
    expect(await partsOnPage('1_0_0')).toEqual(['container', 'chunks'])
    expect(await partsOnPage('1_0_0_bolder')).toEqual([])
  })

  it('runs only in the browsers of its staged rollout', async () => {
    await register({ active: older, rules: [{ version: '1.0.0', percentage: 30 }] })
    await page.goto(`${origin}/?bucket=29#/greeting/now`)
    await shown('1.0.0')
    await page.goto(`${origin}/?bucket=30#/greeting/now`)
    await shown(older)
  })

  it('is not chosen without the server if it depends on the user', async () => {
    await register({ personal: true })
    await open('now')
    await page.clock.runFor(5000)
    expect(await alert()).toContain('greeting registry none')
    expect(countRequests(entryFile)).toBe(0)
  })
})
