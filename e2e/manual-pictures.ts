/**
 * Takes the pictures of the help manuals from a running suite with demonstration data:
 * `node e2e/manual-pictures.ts <address> <password of admin>`.
 */
import { existsSync } from 'node:fs'
import type { Language } from '@atrium/contract'
import { chromium, type Page } from '@playwright/test'

const [address = 'http://127.0.0.1:8080', password = ''] = process.argv.slice(2)
const systemChromium = '/usr/bin/chromium'

/** The shape of all pictures, by which the help page keeps their place; the narrower leave the brand panel out. */
const screen = { width: 1280, height: 800 }
const narrow = { width: 760, height: 475 }

/** What the pictures need of each language's words. */
const words = {
  zh: {
    userName: '用户名',
    password: '密码',
    signIn: '登录',
    user: '平台管理员',
    info: '个人信息',
    add: '新增租户',
    tenantName: '租户名称',
    abbr: '简称',
    tenant: '晨曦生物医药（杭州）有限公司',
    short: '晨曦生物',
    close: '关闭',
    country: '国家/地区',
    global: '公共节假日',
    edit: /^编辑/,
    build: '生成',
    day: '日',
    lastDay: '当月最后一天',
  },
  en: {
    userName: 'User name',
    password: 'Password',
    signIn: 'Sign in',
    user: '平台管理员',
    info: 'Personal information',
    add: 'Add tenant',
    tenantName: 'Tenant name',
    abbr: 'Abbreviation',
    tenant: 'Morninglight Biopharma',
    short: 'Morninglight',
    close: 'Close',
    country: 'Country/region',
    global: 'Global holidays',
    edit: /^Edit/,
    build: 'Build',
    day: 'Day',
    lastDay: 'Last day of the month',
  },
} as const

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(600) // animations
}

/** Opens the global calendar and marks a week off and a Saturday that is worked for it. */
async function markHolidays(page: Page, global: string): Promise<void> {
  await page.getByRole('button', { name: global }).click()
  const day = (date: string) => page.locator(`[data-day="${new Date().getFullYear()}-${date}"]`)
  await day('01-01').click()
  await day('05-01').click()
  await day('05-05').click({ modifiers: ['Shift'] })
  await page.getByRole('radio').last().check()
  await day('05-09').click()
}

/** The session that the page has, as calls of the API send it. */
async function sessionOf(page: Page): Promise<Record<string, string>> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'usercache')
  const { sessionKey } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'))
  return { authorization: sessionKey, 'content-type': 'application/json' }
}

/** Has every job run a few times, so that its list has something to show. */
async function runJobs(page: Page): Promise<void> {
  const headers = await sessionOf(page)
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${address}/api/sys/schedule/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { data: { list: { jobId: string }[] } }
  }
  const { data } = await post('list', { limit: 10, page: 1 })
  for (let round = 0; round < 6; round++) {
    await post('run', { ids: data.list.map(({ jobId }) => jobId) })
    await page.waitForTimeout(1500)
  }
}

async function takeAll(page: Page, language: Language): Promise<void> {
  const word = words[language]
  const take = async (name: string) => {
    await settled(page)
    await page.screenshot({ path: `docs/manuals/images/${language}/${name}.png` })
  }
  const fieldOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await page.setViewportSize(narrow)
  await page.goto(`${address}/#/signIn/getBackPwd`)
  await take('lost-password')
  await page.goto(`${address}/#/signIn/index`)
  await take('sign-in')
  await page.setViewportSize(screen)
  await fieldOf(word.userName).fill('admin')
  await fieldOf(word.password).fill(password)
  await press(word.signIn)
  await page.waitForURL(/softIndex$/)

  await page.getByRole('button', { name: word.user }).click()
  await page.getByRole('menuitem', { name: word.info }).click()
  await take('personal-information')
  await page.getByRole('button', { name: word.close, exact: true }).last().click()

  await page.goto(`${address}/#/systemManger/dictionary`)
  await take('dictionary')
  for (const [name, path] of Object.entries({
    regions: '/systemManger/eare',
    users: '/systemManger/user',
    menus: '/setting/menu',
  })) {
    await page.goto(`${address}/#${path}`)
    await take(name)
  }
  await page.goto(`${address}/#/setting/role`)
  await page.getByRole('button', { name: word.edit }).last().click()
  await take('roles')
  await page.goto(`${address}/#/systemManger/holiday`)
  await markHolidays(page, word.global)
  await take('holidays')
  // The calendar is left as it was.
  await page.reload()

  await runJobs(page)
  for (const [name, path] of Object.entries({
    software: '/software/softwareManger',
    domains: '/software/urlSet',
    licences: '/software/tenantsoft',
    'system-list': '/tenantManager/syslist',
    'tenant-sites': '/tenantManager/tenantSite',
    'tenant-users': '/tenantManager/tenantUser',
    studies: '/tenantManager/tenantPorject',
    departments: '/tenantManager/department',
    files: '/base/file',
    jobs: '/base/task',
  })) {
    await page.goto(`${address}/#${path}`)
    await take(name)
  }
  await page.getByRole('button', { name: word.edit }).first().click()
  await press(word.build)
  await page.getByRole('tab', { name: word.day, exact: true }).click()
  await page.getByRole('radio', { name: word.lastDay, exact: true }).check()
  await take('cron')
  await page.reload()

  await page.goto(`${address}/#/systemManger/tenant`)
  await take('tenants')
  await press(word.add)
  await fieldOf(word.tenantName).fill(word.tenant)
  await fieldOf(word.abbr).fill(word.short)
  await take('add-tenant')

  // The session ends behind the page's back, as it does by itself after some time.
  await fetch(`${address}/api/sys/logout`, {
    method: 'POST',
    headers: await sessionOf(page),
    body: '{}',
  })
  await page.getByRole('combobox', { name: word.country }).click()
  await page.getByRole('option').first().click()
  await take('timeout')
}

const browser = await chromium.launch({
  ...(existsSync(systemChromium) && { executablePath: systemChromium }),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const language of ['zh', 'en'] as const) {
  const context = await browser.newContext({ viewport: screen })
  await context.addCookies([
    { name: 'language', value: language, url: address },
    { name: 'theme', value: 'light', url: address },
  ])
  await takeAll(await context.newPage(), language)
  await context.close()
}
await browser.close()
