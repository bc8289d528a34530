import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Browser, chromium, type Page } from '@playwright/test'
import { testedChromium } from '../../../../scripts/test/chromium.ts'
import { FaultyServer } from '../../test/faulty-server.ts'
import { developmentVersion } from '../registry/agreement.ts'
import { developmentVariable } from '../webpack/version.ts'
import { type DevelopmentServer, developedApp, startDevelopmentServer } from './server.ts'

// Builds are slow.
jest.setTimeout(240_000)

/* Copies of the fixtures, whose files the tests change. They resolve the same modules. */
const fixtures = join(import.meta.dirname, '../../fixtures')
const copies = join(import.meta.dirname, '../../dist')

let server: DevelopmentServer
let browser: Browser
let page: Page
const host = new FaultyServer({})

const screen = join(copies, 'greeting/src/Now.tsx')

const change = async (from: string, to: string): Promise<void> =>
  writeFile(screen, (await readFile(screen, 'utf8')).replace(from, to))

beforeAll(async () => {
  await cp(fixtures, copies, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  await change("useState('now')", 'useState(() => String(Math.random()))')
  const apps = await Promise.all(['host', 'greeting'].map((name) => developedApp(join(copies, name))))
  server = await startDevelopmentServer({
    apps,
    port: 0,
    origins: ['https://atrium.example'],
    keepsPage: true,
  })
  await server.build('fixture-host')
  const manifest = `${server.origin}/greeting/release.json`
  const releases = { [developmentVersion]: { manifest, development: true } }
  const greeting = { name: 'greeting', routes: ['/greeting'], active: developmentVersion, releases }
  const { scripts } = JSON.parse(await server.read('fixture-host', 'entry-files.json'))
  const tags = scripts.map(
    (script: string) => `<script defer src="${server.origin}/fixture-host/${script}"></script>`,
  )
  const registry = JSON.stringify({ remotes: [greeting] })
  host.page = `<!doctype html>${tags.join('')}<script type="application/json" id="atrium-registry">${registry}</script><div id="root"></div>`
  const executablePath = testedChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  page = await browser.newPage()
  await page.goto(`${await host.listen()}/#/greeting/now`)
})

afterAll(async () => {
  delete process.env[developmentVariable]
  await browser.close()
  await host.close()
  await server.close()
  await rm(copies, { recursive: true, force: true })
})

it('shows a saved change in the open page and keeps its state', async () => {
  const before = await page.getByText(/Hello 0\.\d+/).textContent({ timeout: 60_000 })
  await change('Hello {name}', 'Good morning {name}')
  await page.getByText('Good morning').waitFor()
  // The random number is part of the state.
  expect(await page.getByText('Good morning').textContent()).toBe(before?.replace('Hello', 'Good morning'))
})

it('shows a build error in the page until it is fixed', async () => {
  await change('return <p ', 'return <<p ')
  const overlay = page.frameLocator('iframe')
  await overlay.getByText('Now.tsx').first().waitFor()
  await change('return <<p ', 'return <p ')
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(await page.getByText('Good morning').isVisible()).toBe(true)
})

/** Returns the status of a request with the given headers. */
const statusFor = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${server.origin}/greeting/release.json`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })

it.each([
  ['a page of the suite that it was started for', { origin: 'https://atrium.example' }, 200],
  ['a page of this machine', { origin: 'http://localhost:8080' }, 200],
  ['a page of another site', { origin: 'https://elsewhere.example' }, 403],
  ['a script in another site’s page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a host name of another site', { host: 'elsewhere.example:8090' }, 403],
])('responds to %s according to its origin', async (_, headers, status) => {
  expect(await statusFor(headers)).toBe(status)
})

it('handles the preflight of private network access', async () => {
  const response = await fetch(`${server.origin}/greeting/release.json`, {
    method: 'OPTIONS',
    headers: { origin: 'https://atrium.example', 'access-control-request-private-network': 'true' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe('https://atrium.example')
  expect(response.headers.get('access-control-allow-private-network')).toBe('true')
})
