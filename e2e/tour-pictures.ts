/**
 * Takes the pictures of docs/tour.md from a suite with demonstration data that has just been started for the first time:
 * `node e2e/tour-pictures.ts <address> <passwords of admin, lumingxi.admin, lumingxi.cra and lumingxi.supply>`.
 */
import type { Language } from '@atrium/contract'
import type { Browser, Page } from '@playwright/test'
import { openBrowser, takePicture } from './support/pictures.ts'
import { signInOnce } from './support/sessions.ts'

const folder = 'docs/images/tour'
const [address = 'http://127.0.0.1:8080', ...passwords] = process.argv.slice(2)

interface Picture {
  readonly name: string
  readonly hash: string
  /** Selector of an element that shows that the page is ready. */
  readonly shows: string
  /** Steps on the page before the picture. */
  readonly first?: (page: Page) => Promise<void>
  readonly language?: Language
  readonly colorScheme?: 'light' | 'dark'
}

/** Study that the tour uses. */
const study = 'LMX-101-02'
const studyName = 'LMX-101 治疗非小细胞肺癌的 II 期研究'

const chooseStudy = (page: Page): Promise<void> => page.getByRole('button', { name: studyName }).click()

const chooseInTree = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: '搜索研究或中心的名称、编号' }).fill(study)
  await page.getByRole('treeitem', { name: studyName }).click()
}

/** User whose membership the tour extends. */
const person = '安建宁'

/** Extends a membership without an end, and opens the event that the audit trail has of it. */
const extendAndTrace = async (page: Page): Promise<void> => {
  const row = page.getByRole('row').filter({ hasText: person })
  await row.getByRole('button', { name: /更多操作/ }).click()
  await row.getByRole('menuitem', { name: '延期', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '长期有效' }).check()
  await dialog.getByLabel('原因说明', { exact: true }).fill('稽查计划顺延')
  await dialog.getByRole('button', { name: '延期' }).click()
  await page.getByText('结束日期已更新').waitFor()
  await page.waitForTimeout(15_000) // until the event is sealed
  await page.goto('/#/software/auditTrail')
  await page
    .getByRole('button', { name: /^租户用户延期/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('table').waitFor()
}

const pictures: Readonly<Record<string, readonly Picture[]>> = {
  admin: [
    { name: 'tenants', hash: '/systemManger/tenant', shows: '鹿鸣溪' },
    { name: 'licences', hash: '/software/tenantsoft', shows: '鹿鸣溪', language: 'en', colorScheme: 'dark' },
    { name: 'mails', hash: '/base/email', shows: '.example' },
  ],
  'lumingxi.admin': [
    { name: 'people', hash: '/tenantManager/tenantUser', shows: 'lumingxi.cra' },
    { name: 'studies', hash: '/tenantManager/tenantPorject', shows: study },
    { name: 'sites', hash: '/projectManager/projectSite', shows: study, first: chooseStudy },
    { name: 'software', hash: '/projectManager/softAllowed', shows: study },
    { name: 'authorized', hash: '/projectManager/userAllowed', shows: '授权范围', first: chooseInTree },
    {
      name: 'trail',
      hash: `/tenantManager/tenantUser?keyWord=${person}`,
      shows: 'UTC',
      first: extendAndTrace,
    },
  ],
  'lumingxi.cra': [
    { name: 'landing', hash: '/softIndex', shows: 'EDC' },
    {
      name: 'edc',
      hash: '/softIndex',
      shows: studyName,
      first: async (page) => {
        await page.locator('.landing-card').first().click()
        await page.locator('.choice').first().click()
        await page.waitForURL(/products\/edc/)
      },
    },
  ],
  'lumingxi.supply': [
    {
      name: 'rtsm',
      hash: '/projectListRTSM',
      shows: studyName,
      first: async (page) => {
        await page.locator('.choice').filter({ hasText: study }).click()
        await page.waitForURL(/products\/rtsm/)
      },
    },
  ],
}

async function savePicture(
  browser: Browser,
  cookies: Awaited<ReturnType<typeof signInOnce>>['cookies'],
  { name, hash, shows, first, language = 'zh', colorScheme = 'light' }: Picture,
): Promise<void> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({
    baseURL: address,
    colorScheme,
    viewport,
    timezoneId: 'Asia/Shanghai',
  })
  await context.addCookies([...cookies, { name: 'language', value: language, url: address }])
  const page = await context.newPage()
  await page.goto(`/#${hash}`)
  await page.waitForLoadState('networkidle')
  await first?.(page)
  if (shows) await page.getByText(shows).first().waitFor()
  await takePicture(page, `${folder}/${name}.png`)
  await context.close()
}

const browser = await openBrowser()
for (const [index, [userName, list]] of Object.entries(pictures).entries()) {
  const account = { userName, password: passwords[index] ?? '' }
  const { cookies } = await signInOnce(browser, account, address)
  for (const picture of list) await savePicture(browser, cookies, picture)
}
await browser.close()
