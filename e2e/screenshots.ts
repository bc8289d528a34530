/**
 * Takes the pictures of README from a running suite: `node e2e/screenshots.ts [address]`, the browser tests' own server
 * by default, with the administrator's password in ADMIN_PASSWORD.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type SignedIn, signInOnce } from './support/sessions.ts'
import { administrator, suiteUrl } from './support/suite.ts'

const folder = 'docs/images'
const address = process.argv[2] ?? suiteUrl
const account = { ...administrator, password: process.env.ADMIN_PASSWORD ?? administrator.password }
const systemChromium = '/usr/bin/chromium'

interface Screen {
  readonly hash: string
  readonly signedIn: boolean
  /** Pixels of the picture to one of the page: gradients make large files. */
  readonly scale: number
}

const screens: Readonly<Record<string, Screen>> = {
  'sign-in': { hash: '/signIn/index', signedIn: false, scale: 0.6 },
  tenants: { hash: '/systemManger/tenant', signedIn: true, scale: 1 },
  dictionary: { hash: '/systemManger/dictionary', signedIn: true, scale: 1 },
}
const widths = { '': { width: 1280, height: 800 }, '-narrow': { width: 390, height: 844 } } as const

const shoot = async (page: Page, name: string, hash: string, suffix: string) => {
  await page.goto(`/#${hash}`)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${folder}/${name}${suffix}${width}.png`, animations: 'disabled' })
  }
}

const shootAll = async (
  browser: Browser,
  state: SignedIn['state'],
  language: 'zh' | 'en',
  colorScheme: 'light' | 'dark',
) => {
  for (const [name, { hash, signedIn, scale }] of Object.entries(screens)) {
    const context = await browser.newContext({
      ...{ baseURL: address, colorScheme, deviceScaleFactor: scale },
      ...(signedIn && { storageState: state }),
    })
    await context.addCookies([{ name: 'language', value: language, url: address }])
    await shoot(await context.newPage(), name, hash, `-${language}-${colorScheme}`)
    await context.close()
  }
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(existsSync(systemChromium) && { executablePath: systemChromium }),
})
const { state } = await signInOnce(browser, account, address)
for (const language of ['zh', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) await shootAll(browser, state, language, colorScheme)
}
await browser.close()
