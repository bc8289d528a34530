/**
 * Takes the pictures of the help manuals from a suite with demonstration data that has just been started for the first
 * time: `node e2e/manual-pictures.ts <address> <address of its sandbox> <passwords of admin, lumingxi.admin and
 * lumingxi.cra>`.
 */
import { type Language, reasonHeader } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { openBrowser } from './support/pictures.ts'

const [address = 'http://127.0.0.1:8080', sandbox = 'http://127.0.0.1:8025', ...passwords] =
  process.argv.slice(2)

/** Size of all pictures; the help page reserves this space for them. */
const screen = { width: 1280, height: 800 }

/** Texts in each language by which the pictures' elements are found. */
const words = {
  zh: {
    userName: '用户名',
    password: '密码',
    signIn: '登录',
    info: '个人信息',
    add: '新增租户',
    tenantName: '租户名称',
    abbr: '简称',
    tenant: '晨曦生物医药（杭州）有限公司',
    short: '晨曦生物',
    country: '国家/地区',
    global: '公共节假日',
    edit: /^编辑/,
    role: '研究授权管理员',
    build: '生成',
    weekdays: /^工作日/,
    time: '时间',
    configure: '配置',
    pharmacist: '中心药物管理员',
    select: '选择用户授权',
    type: '用户类型',
    emails: '邮箱',
    searchPeople: '搜索姓名、邮箱或手机号',
    send: '授权并邀请',
    person: '江予安',
    replaces: '替换现有授权？',
    replace: /^替换/,
    result: '授权结果',
    approve: /^批准/,
    member: '安建宁',
    extended: '租户用户延期',
    moreActions: /更多操作/,
    history: '历史',
    disable: '停用',
    chooseReason: '选择原因',
    explanation: '原因说明',
    extensionReason: '稽查计划顺延',
    authorizationReason: '研究启动，组建团队',
    access: /^访问权限/,
    cancellationReason: '项目人员调整',
    extend: '延期',
    why: '排查',
    review: 'LMX-101 II 期研究审计追踪复核',
    begin: '开始复核',
    own: '使用本租户的设置',
    approver: '批准',
    save: '保存',
    signature: '电子签名',
    signatureReason: '质量部决定',
    ask: '申请权限',
    askReason: '接替本院的监查工作',
    request: '提交申请',
  },
  en: {
    userName: 'User name',
    password: 'Password',
    signIn: 'Sign in',
    info: 'Personal information',
    add: 'Add tenant',
    tenantName: 'Tenant name',
    abbr: 'Abbreviation',
    tenant: 'Morninglight Biopharma',
    short: 'Morninglight',
    country: 'Country/region',
    global: 'Global holidays',
    edit: /^Edit/,
    role: 'Study access manager',
    build: 'Build',
    weekdays: /^On weekdays/,
    time: 'Time',
    configure: 'Configure',
    pharmacist: 'Site pharmacist',
    select: 'Select user authorization',
    type: 'User type',
    emails: 'E-mail addresses',
    searchPeople: 'Search name, e-mail or phone',
    send: 'Authorize and invite',
    person: 'Jiang Yuan',
    replaces: 'Replace present authorizations?',
    replace: /^Replace/,
    result: 'Result',
    approve: /^Approve/,
    member: 'An Jianning',
    extended: 'Extend memberships',
    moreActions: /More actions/,
    history: 'History',
    disable: 'Disable',
    chooseReason: 'Choose a reason',
    explanation: 'Explanation',
    extensionReason: 'The audit has been extended',
    authorizationReason: 'Team for the start of the study',
    access: /^Access/,
    cancellationReason: 'Change of project staff',
    extend: 'Extend',
    why: 'Why?',
    review: 'LMX-101 II 期研究审计追踪复核',
    begin: 'Begin review',
    own: 'Use this tenant’s own settings',
    approver: 'Approver',
    save: 'Save',
    signature: 'Electronic signature',
    signatureReason: 'Decided by quality assurance',
    ask: 'Ask for access',
    askReason: 'Takes over monitoring at this site',
    request: 'Send request',
  },
} as const

/** Selector of elements that are still loading. */
const unfinished = '[class*="skeleton"], .sk, [aria-busy="true"], .outcome-mark'

const settled = async (page: Page) => {
  await page.waitForFunction(
    (selector) => document.querySelector('h1') && !document.querySelector(selector),
    unfinished,
  )
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(600) // animations
}

/** Opens the global calendar, marks a week off and a Saturday as an extra workday. */
async function markHolidays(page: Page, global: string): Promise<void> {
  await page.getByRole('button', { name: global }).click()
  const day = (date: string) => page.locator(`[data-day="${new Date().getFullYear()}-${date}"]`)
  await day('01-01').click()
  await day('05-01').click()
  await day('05-05').click({ modifiers: ['Shift'] })
  await page.getByRole('radio').last().check()
  await day('05-09').click()
}

/** Returns the page's session as API calls send it. */
async function sessionOf(page: Page): Promise<Record<string, string>> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'usercache')
  const { sessionKey } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'))
  return { authorization: sessionKey, 'content-type': 'application/json' }
}

/** Returns the id of a user. */
async function idOf(page: Page, userName: string): Promise<string> {
  const response = await fetch(`${address}/api/sys/user/list`, {
    method: 'POST',
    headers: await sessionOf(page),
    body: JSON.stringify({ userName, limit: 10, page: 1 }),
  })
  const { data } = (await response.json()) as { data: { list: { id: string }[] } }
  return data.list[0]?.id ?? ''
}

/** Runs every job a few times, so that the list of jobs shows results. */
async function runJobs(page: Page): Promise<void> {
  const headers = await sessionOf(page)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${address}/api/sys/schedule/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { data: { list: { jobId: string }[] } }
  }
  const { data } = await post('list', { limit: 10, page: 1 })
  for (let round = 0; round < 6; round++) {
    await post('run', { ids: data.list.map(({ jobId }) => jobId) })
    await page.waitForTimeout(1500)
  }
}

/** Returns a function that saves the page as a picture of the manuals once nothing loads or moves any more. */
const takerOf = (page: Page, language: Language) => async (name: string) => {
  await settled(page)
  await page.screenshot({ path: `docs/manuals/images/${language}/${name}.png` })
}

/** Signs in; the manuals begin with the sign-in page. */
async function signIn(page: Page, language: Language, userName: string, password = ''): Promise<void> {
  const word = words[language]
  await page.goto(`${address}/#/signIn/index`)
  await page.getByRole('textbox', { name: word.userName, exact: true }).fill(userName)
  await page.getByRole('textbox', { name: word.password, exact: true }).fill(password)
  await page.getByRole('button', { name: word.signIn, exact: true }).click()
  await page.waitForURL(/softIndex$/)
}

/** Returns the URL at which the user invited at the first start accepts the invitation. */
async function invitationOf(to: string): Promise<string> {
  const response = await fetch(`${sandbox}/api/messages?${new URLSearchParams({ to })}`)
  const { messages } = (await response.json()) as { messages: { text: string }[] }
  const [place] = /#\/register\?key=[\w-]+/.exec(messages[0]?.text ?? '') ?? []
  return `${address}/${place}`
}

/** Takes the pictures of the sign-in screens and of the platform administrator's screens. */
async function takePlatform(page: Page, language: Language): Promise<void> {
  const word = words[language]
  const savePicture = takerOf(page, language)
  const fieldOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await page.goto(`${address}/#/signIn/getBackPwd`)
  await savePicture('lost-password')
  await page.goto(`${address}/#/signIn/index`)
  await savePicture('sign-in')
  await page.goto(await invitationOf('wen.zhixing@hospital.example'))
  await savePicture('accept-invitation')
  await signIn(page, language, 'admin', passwords[0])

  await page.goto(`${address}/#/systemManger/dictionary`)
  await savePicture('dictionary')
  for (const [name, path] of Object.entries({
    regions: '/systemManger/eare',
    sites: '/systemManger/site',
    users: '/systemManger/user',
    menus: '/setting/menu',
    modules: '/setting/module',
    'module-releases': '/setting/module?name=tenant-admin',
    'tenant-releases': '/tenantManager/tenantRelease',
  })) {
    await page.goto(`${address}/#${path}`)
    await savePicture(name)
  }
  await page.goto(`${address}/#/setting/role`)
  const role = page.getByRole('row').filter({ hasText: word.role })
  await role.getByRole('button', { name: word.edit }).click()
  await savePicture('roles')
  await page.goto(`${address}/#/systemManger/holiday`)
  await markHolidays(page, word.global)
  await savePicture('holidays')
  // Restores the calendar.
  await page.reload()

  await page.goto(`${address}/#/software/privacy?userId=${await idOf(page, 'lumingxi.cra')}`)
  await savePicture('privacy')

  await runJobs(page)
  for (const [name, path] of Object.entries({
    software: '/software/softwareManger',
    domains: '/software/urlSet',
    licences: '/software/tenantsoft',
    'system-list': '/tenantManager/syslist',
    'tenant-sites': '/tenantManager/tenantSite',
    pin: '/tenantManager/tenantPin',
    'tenant-users': '/tenantManager/tenantUser',
    studies: '/tenantManager/tenantPorject',
    'user-departments': '/tenantManager/userDepartment',
    departments: '/tenantManager/department',
    strategy: '/software/safeStrategyManage',
    'change-reasons': '/software/changeReasons?tenantId=0',
    messages: '/base/email',
    files: '/base/file',
    operations: '/setting/operations',
    jobs: '/base/task',
  })) {
    await page.goto(`${address}/#${path}`)
    await savePicture(name)
  }
  await page.getByRole('button', { name: word.edit }).first().click()
  await press(word.build)
  await page.getByRole('radio', { name: word.weekdays }).check()
  await page.getByLabel(word.time, { exact: true }).nth(1).fill('09:30')
  await savePicture('cron')
  await page.reload()

  await page.goto(`${address}/#/systemManger/tenant`)
  await savePicture('tenants')
  await press(word.add)
  await fieldOf(word.tenantName).fill(word.tenant)
  await fieldOf(word.abbr).fill(word.short)
  await savePicture('add-tenant')

  // Ends the session without the page's knowledge, as if it had expired.
  await fetch(`${address}/api/sys/logout`, {
    method: 'POST',
    headers: await sessionOf(page),
    body: '{}',
  })
  await page.getByRole('combobox', { name: word.country }).click()
  await page.getByRole('option').first().click()
  await savePicture('timeout')
}

/** Name of the study that the pictures use, as does docs/tour.md. */
const studyName = 'LMX-101 治疗非小细胞肺癌的 II 期研究'

/** Returns the selection tables of a pre-authorization by position: first the studies, then the tables for one study. */
const choicesOf = (page: Page): Locator => page.locator('.choice-table')

/** Selects rows of a selection table. */
async function pick(table: Locator, ...positions: readonly number[]): Promise<void> {
  for (const position of positions)
    await table.getByRole('row').nth(position).locator('.selection-cell input').check()
}

/** Opens the tab of a product by its code, and selects the study there. */
async function inviteInto(page: Page, softId: string): Promise<void> {
  await page.goto(`${address}/#/projectManager/authorization?softId=${softId}`)
  const studies = choicesOf(page).first()
  await studies.getByRole('textbox').fill('LMX-101-02')
  await studies.getByRole('row').filter({ hasText: studyName }).locator('.selection-cell input').check()
  // The product has responded once there is more to choose from.
  await choicesOf(page).nth(2).getByRole('row').nth(1).waitFor()
}

/** Takes the pictures of the study area, as a tenant administrator. */
async function takeStudies(page: Page, language: Language): Promise<void> {
  const word = words[language]
  const savePicture = takerOf(page, language)
  await signIn(page, language, 'lumingxi.admin', passwords[1])

  await page.goto(`${address}/#/projectManager/projectSite`)
  await page.getByRole('button', { name: studyName }).click()
  await savePicture('study-sites')
  await page.goto(`${address}/#/projectManager/softAllowed`)
  await savePicture('study-software')
  await page.getByRole('button', { name: word.configure }).first().click()
  await savePicture('configure-software')
  await page.goto(`${address}/#/projectManager/userAllowed`)
  await savePicture('study-users')
  await page.goto(`${address}/#/software/unblinding`)
  await page.getByRole('button', { name: word.approve }).first().click()
  await savePicture('approve-unblinding')

  await inviteInto(page, '030')
  const roles = choicesOf(page).nth(1)
  await roles.getByRole('textbox').fill(word.pharmacist)
  await roles.getByRole('row').filter({ hasText: word.pharmacist }).locator('.selection-cell input').check()
  await pick(choicesOf(page).nth(2), 1, 2)
  await page.evaluate(() => scrollTo(0, 150))
  await savePicture('invite-rtsm')
  // Leaves the page without its question about unsaved choices.
  await page.goto('about:blank')
  await inviteInto(page, '020')
  // The second language needs other sites than the first, because repeating an authorization replaces nothing.
  await pick(choicesOf(page).nth(1), 1, language === 'zh' ? 2 : 3)
  await pick(choicesOf(page).nth(2), 2)
  await choicesOf(page).nth(3).getByRole('row').nth(1).getByRole('checkbox').nth(1).check()
  await page.evaluate(() => scrollTo(0, 0))
  await savePicture('study-invitations')
  await page.getByRole('button', { name: word.select }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: word.type, exact: true }).click()
  await page.getByRole('option').first().click()
  // Invites three users: one in the tenant, one outside it, and one who is disabled there.
  await dialog.getByLabel(word.emails, { exact: true }).fill('wei.ran@hospital.example, he@lumingxi.example')
  await dialog.getByPlaceholder(word.searchPeople).fill('江予安')
  await dialog.getByRole('row').filter({ hasText: word.person }).getByRole('checkbox').check()
  await dialog.getByLabel(word.explanation, { exact: true }).fill(word.authorizationReason)
  await savePicture('invite-people')
  await page.getByRole('button', { name: word.send }).click()
  const question = page.getByRole('dialog', { name: word.replaces })
  await question.waitFor()
  await savePicture('replace-authorizations')
  await question.getByRole('button', { name: word.replace }).click()
  await page.getByRole('dialog', { name: word.result }).waitFor()
  await savePicture('invitation-result')
}

/** Extends the membership that docs/tour.md extends, so that the audit trail shows a changed day, and waits for its seal. */
async function extendMember(page: Page, accessUntil: string, reason: string): Promise<void> {
  const headers = { ...(await sessionOf(page)), [reasonHeader]: encodeURIComponent(reason) }
  // The page calls, so that the event has the browser as its device.
  await page.evaluate(
    async ([sent, last]) => {
      const post = async (path: string, body: object) => {
        const options = { method: 'POST', headers: sent, body: JSON.stringify(body) }
        const response = await fetch(`/api/tenantUser/${path}`, options)
        return (await response.json()) as { data: { list: { id: string }[] } }
      }
      const { data } = await post('list', { keyWord: 'an.jianning', limit: 10, page: 1 })
      await post('extend/batch', { ids: data.list.map(({ id }) => id), accessUntil: last })
    },
    [headers, accessUntil] as const,
  )
  await page.waitForTimeout(15_000)
}

/** Takes the pictures of the audit trail and of a question for a reason, as a tenant administrator. */
async function takeTrail(page: Page, language: Language): Promise<void> {
  const word = words[language]
  const savePicture = takerOf(page, language)
  await signIn(page, language, 'lumingxi.admin', passwords[1])
  // Each language needs a day of its own, because the same day again changes nothing.
  const lastDay = `${new Date().getFullYear() + (language === 'zh' ? 1 : 2)}-03-31`
  await extendMember(page, lastDay, word.extensionReason)

  await page.goto(`${address}/#/software/auditTrail`)
  await savePicture('audit-trail')
  await page.getByRole('button', { name: word.extended }).first().click()
  await page.getByRole('dialog').getByRole('table').waitFor()
  await savePicture('audit-event')
  await page.goto(`${address}/#/tenantManager/tenantUser?keyWord=an.jianning`)
  const row = page.getByRole('row').filter({ hasText: word.member })
  await row.getByRole('button', { name: word.moreActions }).click()
  await row.getByRole('menuitem', { name: word.history, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: word.extended }).first().waitFor()
  await savePicture('history')

  await page.reload()
  await row.getByRole('button', { name: word.moreActions }).click()
  await row.getByRole('menuitem', { name: word.disable, exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('combobox', { name: word.chooseReason }).click()
  await page.getByRole('option').nth(1).click()
  await savePicture('give-reason')
}

/** Cancels the authorizations of a user for the study in EDC, for a comparison with the time before. */
async function cancelAuthorization(page: Page, language: Language): Promise<void> {
  const headers = {
    ...(await sessionOf(page)),
    [reasonHeader]: encodeURIComponent(words[language].cancellationReason),
  }
  const post = async (path: string, body: object) => {
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${address}/api${path}`, options)
    return (await response.json()) as { data: { list: { id: string; studyUrlId: string }[] } }
  }
  const studies = await post('/studyUrl/allowed/list', { softId: '020', keyWord: 'LMX-101-02' })
  const { studyUrlId } = studies.data.list[0] ?? {}
  const users = await post('/studyUser/list', { studyUrlId, limit: 1, page: 1 })
  await post('/studyUser/remove/batch', { ids: users.data.list.map(({ id }) => id) })
}

/** Takes the pictures of the access report, as a tenant administrator. */
async function takeAccess(page: Page, language: Language): Promise<void> {
  const savePicture = takerOf(page, language)
  await signIn(page, language, 'lumingxi.admin', passwords[1])
  const before = new Date().toISOString()
  await cancelAuthorization(page, language)
  const lastDay = `${new Date().getFullYear() + (language === 'zh' ? 3 : 4)}-03-31`
  await extendMember(page, lastDay, words[language].extensionReason)

  await page.goto(`${address}/#/tenantManager/tenantPorject?keyWord=LMX-101-02`)
  await page.getByRole('button', { name: words[language].access }).first().click()
  await savePicture('access-report')
  await page.goto(`${address}/#/software/accessReport?${new URLSearchParams({ compareWith: before })}`)
  await savePicture('access-changes')
}

/** Takes the pictures of the landing page, as a user of products. */
async function takeLanding(page: Page, language: Language): Promise<void> {
  const savePicture = takerOf(page, language)
  await signIn(page, language, 'lumingxi.cra', passwords[2])
  await savePicture('home')
  await page.goto(`${address}/#/projectListRTSM`)
  await page.locator('.choice').first().waitFor()
  await page.mouse.move(0, 0)
  await savePicture('rtsm-studies')
  await page.getByRole('button', { name: words[language].person }).click()
  await page.getByRole('menuitem', { name: words[language].info }).click()
  await savePicture('personal-information')
}

/** Asks for access in EDC, as the user of products. Each language needs a study of its own, with one open request. */
async function takeRequest(page: Page, language: Language): Promise<void> {
  const word = words[language]
  await signIn(page, language, 'lumingxi.cra', passwords[2])
  await page.getByRole('button', { name: word.ask }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (position: number, option: Locator) => {
    await dialog.getByRole('combobox').nth(position).click()
    await option.click()
  }
  const options = page.getByRole('option')
  await choose(0, options.filter({ hasText: 'EDC' }).nth(language === 'zh' ? 0 : 1))
  await choose(1, options.first())
  await choose(2, options.filter({ hasText: 'CRA' }))
  await choose(3, options.first())
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('textbox').last().fill(word.askReason)
  await takerOf(page, language)('ask-for-access')
  await dialog.getByRole('button', { name: word.request }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Takes the pictures of the screens that oversee access, as a tenant administrator. */
async function takeOversight(page: Page, language: Language): Promise<void> {
  const word = words[language]
  const savePicture = takerOf(page, language)
  await signIn(page, language, 'lumingxi.admin', passwords[1])
  for (const [name, path] of Object.entries({
    'access-requests': '/projectManager/accessRequest',
    trainings: '/projectManager/training',
    duties: '/software/duties',
    'access-reviews': '/software/accessReviews',
    inspections: '/software/inspections',
  })) {
    await page.goto(`${address}/#${path}`)
    await savePicture(name)
  }
  await page.goto(`${address}/#/tenantManager/tenantUser?keyWord=an.jianning`)
  const row = page.getByRole('row').filter({ hasText: word.member })
  await row.getByRole('button', { name: word.moreActions }).click()
  await row.getByRole('menuitem', { name: word.extend, exact: true }).click()
  await savePicture('extend-access')

  await page.goto(`${address}/#/software/accessReport?keyWord=lumingxi.cra`)
  const access = page.getByRole('row').filter({ hasText: 'LMX-051-02' })
  await access.first().getByRole('button', { name: word.why }).click()
  await page.getByRole('status').filter({ hasText: word.person }).waitFor()
  await savePicture('access-why')

  await page.goto(`${address}/#/software/trailReviews`)
  await page.getByRole('button', { name: word.review, exact: true }).click()
  if (language === 'zh') {
    await page.getByRole('button', { name: word.begin }).click()
    await page.getByRole('dialog').getByRole('button', { name: word.begin }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.reload()
  }
  await savePicture('trail-reviews')

  await page.goto(`${address}/#/software/signatures`)
  await page.getByRole('radio', { name: word.own }).check()
  await page.getByRole('radiogroup').nth(1).getByRole('radio', { name: word.approver }).check()
  await page.getByLabel(word.explanation).fill(word.signatureReason)
  await page.getByRole('button', { name: word.save }).click()
  await page.getByRole('dialog', { name: word.signature }).waitFor()
  await savePicture('sign')
}

const steps = [
  ...[takePlatform, takeStudies, takeTrail, takeAccess, takeLanding],
  ...[takeRequest, takeOversight],
]

const browser = await openBrowser()
for (const language of ['zh', 'en'] as const) {
  for (const savePicture of steps) {
    const context = await browser.newContext({ viewport: screen, timezoneId: 'Asia/Shanghai' })
    await context.addCookies([
      { name: 'language', value: language, url: address },
      { name: 'theme', value: 'light', url: address },
    ])
    await savePicture(await context.newPage(), language)
    await context.close()
  }
}
await browser.close()
