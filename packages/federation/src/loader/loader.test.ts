import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type Browser, chromium, type Page } from '@playwright/test'
import { testedChromium } from '../../../../scripts/test/chromium.ts'
import { buildFixture, pageOf } from '../../test/build-fixture.ts'
import { type Fault, FaultyServer } from '../../test/faulty-server.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { toPage } from '../registry/page-manifest.ts'
import type { RegistryEntry } from '../registry/schema.ts'
import { makeRegistry } from '../release/registry.ts'

// Builds are processes, and failures are tried three times.
jest.setTimeout(60_000)

const older = '1.0.0-bolder'
let server: FaultyServer
let origin: string
let browser: Browser
let page: Page
let scratch: string

/** A registry of both releases. */
let both: RegistryEntry

/** Answers a registry from now on, and to pages that are opened. */
const registered = async (entry: Partial<RegistryEntry>) => {
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
  await registered({})
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.clock.install()
})

afterEach(async () => {
  server.faults.clear()
  server.asked.length = 0
  await page.close()
})

const open = (screen: string) => page.goto(`${origin}/#/greeting/${screen}`)
const shown = (text: string) => page.getByText(text, { exact: true }).waitFor()
/** What failed, once all has been tried: pauses between tries go by at once. */
const alert = async () => {
  const shown = page.getByRole('alert')
  while (!(await shown.isVisible())) {
    await page.clock.runFor(1000)
    await page.waitForTimeout(20)
  }
  return shown.textContent()
}
const again = () => page.getByRole('button', { name: 'Again' }).click()

test('a remote renders its screens with the React of the host', async () => {
  await open('now')
  await shown('Hello now')
  expect(await page.getByText('Hello now').evaluate((element) => getComputedStyle(element).fontStyle)).toBe(
    'italic',
  )
  await page.evaluate(() => window.location.assign('#/greeting/later'))
  await shown('Hello later')
})

describe('a failed stage is named with its HTTP status, leaves the host alone, and a retry fetches again', () => {
  const cases: [what: string, screen: string, path: RegExp, fault: Fault, alert: string][] = [
    ['no manifest', 'now', /release\.json/, { status: 503 }, 'manifest 503'],
    ['a manifest that is another one', 'now', /release\.json/, { status: 200, body: '{}' }, 'manifest 200'],
    ['no container', 'now', /\/entry\./, { status: 404 }, 'entry 404'],
    ['a container that was changed', 'now', /\/entry\./, { status: 200, body: 'alert(1)' }, 'entry 200'],
    ['no exposed module', 'now', routesFile, { status: 500 }, 'module 500'],
    ['an exposed module that was changed', 'now', routesFile, { status: 200, body: '' }, 'module 200'],
    ['no style', 'now', /\/routes\.\w+\.css/, { status: 404 }, 'module 404'],
    ['no lazy screen', 'later', /\/greeting\/1\.0\.0\/\d+\./, { status: 502 }, 'module 502'],
    ['a lazy screen that was changed', 'later', /1\.0\.0\/\d+\./, { status: 200, body: '' }, 'module 200'],
  ]

  test.each(cases)('%s', async (_what, screen, path, fault, said) => {
    server.faults.set(path, fault)
    await open(screen)
    expect(await alert()).toContain(`greeting ${said}`)
    await shown('Host')
    server.faults.delete(path)
    server.asked.length = 0
    await again()
    await shown(`Hello ${screen}`)
    expect(server.asked.some((url) => path.test(url))).toBe(true)
  })
})

test('a retry that fails says so, and the next one may succeed', async () => {
  server.faults.set(routesFile, { status: 500 })
  await open('now')
  await alert()
  await again()
  expect(await alert()).toContain('module 500')
  server.faults.delete(routesFile)
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

const told = () => page.evaluate(() => (window as unknown as { readonly told: readonly string[] }).told)
/** What the page holds of a release, by the end of its container's name. */
const leftOf = (version: string) =>
  page.evaluate((container) => {
    const parts = {
      container: Reflect.get(window, container),
      chunks: Reflect.get(window, `webpackChunk${container}`),
    }
    return Object.entries(parts).flatMap(([part, held]) => (held ? [part] : []))
  }, `atrium_greeting_${version}`)
const asked = (path: RegExp) => server.asked.filter((url) => path.test(url)).length

test('a fault of a moment is got over by itself', async () => {
  const lasting = { status: 503, times: 4 }
  server.faults.set(entryFile, lasting)
  await open('now')
  await shown('Hello now')
  // Three tries, and after each that failed a look at why.
  expect(asked(entryFile)).toBe(5)
  expect(await told()).toEqual(['loaded 1.0.0'])
})

test('one that fails is not tried again by itself for a while, and on request at once', async () => {
  server.faults.set(entryFile, { status: 503 })
  await open('now')
  await page.clock.runFor(5000)
  await page.getByRole('alert').waitFor()
  // What came beside the entry is gone with it.
  expect(await page.locator('link').count()).toBe(0)
  const before = asked(entryFile)
  const elsewhere = async () => {
    await page.evaluate(() => window.location.assign('#/elsewhere'))
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.evaluate(() => window.location.assign('#/greeting/now'))
  }
  await elsewhere()
  await page.getByRole('alert').waitFor()
  expect(asked(entryFile)).toBe(before)
  server.faults.delete(entryFile)
  await page.clock.fastForward(31_000)
  await elsewhere()
  await shown('Hello now')
})

describe('of a page that brings a manifest, the scripts of a language', () => {
  const script = /greeting\/1\.0\.0\/.*\.js/

  beforeEach(async () => {
    server.page = await pageOf(host, '/shell/', { remotes: [both] }, { greeting: toPage(manifest, 'en') })
  })

  test('come in one file', async () => {
    await open('words')
    await shown('Hello in words')
    await page.evaluate(() => window.location.assign('#/greeting/now'))
    await shown('Hello now')
    expect(server.asked.filter((url) => script.test(url))).toEqual([
      `/remotes/greeting/1.0.0/${manifest.joined?.en}`,
    ])
  })

  const faults: [what: string, fault: Fault][] = [
    ['is away for a moment', { status: 503 }],
    ['was changed', { status: 200, body: 'alert(1)' }],
  ]
  test.each(faults)('come one by one where it %s', async (_what, fault) => {
    server.faults.set(/\/joined-en/, fault)
    await open('words')
    await page.clock.runFor(1000)
    await shown('Hello in words')
    expect(asked(entryFile)).toBe(1)
    expect(await told()).toEqual(['loaded 1.0.0'])
  })

  test('come one by one where the release has them so', async () => {
    const { joined: _, ...without } = manifest
    server.page = await pageOf(host, '/shell/', { remotes: [both] }, { greeting: toPage(without, 'en') })
    await open('now')
    await shown('Hello now')
    expect(asked(/joined/)).toBe(0)
  })
})

describe('another release', () => {
  test('stands in for one that fails, if it was good before', async () => {
    await registered({ previous: older })
    server.faults.set(/1\.0\.0\/entry/, { status: 404 })
    await open('now')
    await shown('Hello now')
    await shown(`${older} instead of 1.0.0`)
    expect(await told()).toEqual(['failed 1.0.0', `loaded ${older}`])
  })

  test('comes at the next entry of the area, is told of once, and leaves what is open as it is', async () => {
    await registered({ active: older })
    await open('now')
    await shown(older)
    await registered({})
    await page.clock.fastForward(31_000)
    await page.evaluate(() => window.location.assign('#/greeting/later'))
    await shown('Hello later')
    await shown(older)
    await page.evaluate(() => window.location.assign('#/elsewhere'))
    await page.getByText(older).waitFor({ state: 'detached' })
    await page.evaluate(() => window.location.assign('#/greeting/now'))
    await shown('1.0.0')
    await shown('Hello now')
    expect(await told()).toEqual([`loaded ${older}`, 'released 1.0.0', 'loaded 1.0.0'])
    expect(await leftOf('1_0_0')).toEqual(['container', 'chunks'])
    expect(await leftOf('1_0_0_bolder')).toEqual([])
  })

  test('is given to the share of browsers that it was released to', async () => {
    await registered({ active: older, rules: [{ version: '1.0.0', percentage: 30 }] })
    await page.goto(`${origin}/?bucket=29#/greeting/now`)
    await shown('1.0.0')
    await page.goto(`${origin}/?bucket=30#/greeting/now`)
    await shown(older)
  })

  test('that depends on the user is not guessed', async () => {
    await registered({ personal: true })
    await open('now')
    await page.clock.runFor(5000)
    expect(await alert()).toContain('greeting registry none')
    expect(asked(entryFile)).toBe(0)
  })
})
