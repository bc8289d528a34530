/**
 * Takes the pictures of README from a running suite with demonstration data: `node e2e/screenshots.ts [address]`, by
 * default the address of `pnpm start`, with the administrator's password in ADMIN_PASSWORD.
 */
import type { Language } from '@atrium/contract'
import type { Browser } from '@playwright/test'
import { openBrowser, takePicture } from './support/pictures.ts'
import { type SignedIn, signInOnce } from './support/sessions.ts'
import { administrator } from './support/suite.ts'

const folder = 'docs/images'
const address = process.argv[2] ?? 'http://127.0.0.1:8080'
const account = { ...administrator, password: process.env.ADMIN_PASSWORD ?? administrator.password }

interface Picture {
  readonly name: string
  readonly hash: string
  readonly signedIn: boolean
  readonly language: Language
  readonly colorScheme: 'light' | 'dark'
  /** Picture pixels per page pixel: gradients make large files. */
  readonly scale: number
}

const pictures: readonly Picture[] = [
  {
    name: 'tenants-zh-light',
    hash: '/systemManger/tenant',
    signedIn: true,
    language: 'zh',
    colorScheme: 'light',
    scale: 1,
  },
  {
    name: 'sign-in-zh-light',
    hash: '/signIn/index',
    signedIn: false,
    language: 'zh',
    colorScheme: 'light',
    scale: 0.6,
  },
  {
    name: 'dictionary-en-dark',
    hash: '/systemManger/dictionary',
    signedIn: true,
    language: 'en',
    colorScheme: 'dark',
    scale: 1,
  },
  {
    name: 'jobs-zh-light',
    hash: '/base/task',
    signedIn: true,
    language: 'zh',
    colorScheme: 'light',
    scale: 1,
  },
]

async function savePicture(browser: Browser, cookies: SignedIn['cookies'], picture: Picture): Promise<void> {
  const { name, hash, signedIn, language, colorScheme, scale } = picture
  const context = await browser.newContext({
    baseURL: address,
    colorScheme,
    deviceScaleFactor: scale,
    viewport: { width: 1280, height: 800 },
  })
  if (signedIn) await context.addCookies(cookies)
  await context.addCookies([{ name: 'language', value: language, url: address }])
  const page = await context.newPage()
  await page.goto(`/#${hash}`)
  await page.getByRole('heading').first().waitFor()
  await takePicture(page, `${folder}/${name}.png`)
  await context.close()
}

const browser = await openBrowser()
const { cookies } = await signInOnce(browser, account, address)
for (const picture of pictures) await savePicture(browser, cookies, picture)
await browser.close()
