import { expect } from '@playwright/test'
import { identityPages } from './identity-pages.ts'
import { administratorApi, openInspection } from './inspections.ts'
import { inviteByEmail } from './invitations.ts'
import type { OpenView, PageUnderTest } from './page-under-test.ts'
import { unique } from './unique.ts'
import { signInWorker } from './workers.ts'

type Language = 'zh' | 'en'
type Words = Readonly<Record<Language, string>>

const words = {
  signIn: { zh: '登录', en: 'Sign in' },
  changePassword: { zh: '修改密码', en: 'Change password' },
  administrator: { zh: '平台管理员', en: 'Administrator' },
  otherUser: { zh: '当前登录的是平台管理员（admin）', en: 'You are signed in as Administrator (admin)' },
  missing: { zh: '页面不存在', en: 'Page not found' },
  tenants: { zh: '租户管理', en: 'Tenants' },
  addTenant: { zh: '新增租户', en: 'Add tenant' },
  dictionary: { zh: '数据字典', en: 'Data dictionary' },
  addEntry: { zh: '新增条目', en: 'Add entry' },
  therapeuticArea: { zh: '治疗领域', en: 'Therapeutic area' },
  children: { zh: '子条目', en: 'Children' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  save: { zh: '保存', en: 'Save' },
  user: { zh: '用户菜单', en: 'User menu' },
  info: { zh: '个人信息', en: 'Personal information' },
  devices: { zh: '登录设备', en: 'Signed-in devices' },
  showDevices: { zh: '查看登录设备', en: 'Show devices' },
  addPhone: { zh: '添加手机号', en: 'Add phone' },
  columns: { zh: '表格设置', en: 'Table settings' },
  holidays: { zh: '节假日管理', en: 'Holidays' },
  regions: { zh: '区域管理', en: 'Regions' },
  addProvince: { zh: '新增省份', en: 'Add province' },
  sites: { zh: '中心管理', en: 'Sites' },
  addSite: { zh: '新增中心', en: 'Add site' },
  roles: { zh: '角色管理', en: 'Roles' },
  addRole: { zh: '新增角色', en: 'Add role' },
  menus: { zh: '菜单管理', en: 'Menus' },
  systemList: { zh: '系统列表', en: 'System list' },
  studies: { zh: '研究管理', en: 'Studies' },
  licences: { zh: '租户软件授权', en: 'Tenant licences' },
  addLicence: { zh: '新增授权', en: 'Add licence' },
  users: { zh: '用户管理', en: 'Users' },
  addUser: { zh: '新增用户', en: 'Add user' },
  files: { zh: '文件管理', en: 'Files' },
  strategy: { zh: '安全策略管理', en: 'Security strategy' },
  unblinding: { zh: '揭盲登记', en: 'Unblinding register' },
  accessRequests: { zh: '访问申请', en: 'Access requests' },
  trainings: { zh: '培训管理', en: 'Trainings' },
  requestRules: { zh: '申请设置', en: 'Settings' },
  details: { zh: '详情', en: 'Details' },
  duties: { zh: '职责分离', en: 'Separation of duties' },
  auditTrail: { zh: '审计追踪', en: 'Audit trail' },
  changeReasons: { zh: '变更原因', en: 'Reasons for change' },
  accessReport: { zh: '访问一览', en: 'Access' },
  signatures: { zh: '电子签名', en: 'Electronic signatures' },
  accessReviews: { zh: '访问复核', en: 'Access reviews' },
  addReview: { zh: '新增复核', en: 'New review' },
  trailReviews: { zh: '审计追踪复核', en: 'Audit trail reviews' },
  accessWhy: { zh: '权限排查', en: 'Why and why not' },
  privacy: { zh: '个人信息保护', en: 'Privacy' },
  inspections: { zh: '检查室', en: 'Inspections' },
  room: { zh: '检查室', en: 'Inspection' },
  addInspection: { zh: '新增检查室', en: 'New inspection' },
  placeHold: { zh: '设置法律留存', en: 'Place legal hold' },
  history: { zh: '历史', en: 'History' },
  addDuty: { zh: '新增规则', en: 'Add rule' },
  tenantSites: { zh: '租户中心', en: 'Tenant sites' },
  invitations: { zh: '用户预授权', en: 'User pre-authorization' },
  studySoftware: { zh: '软件授权', en: 'Study software' },
  studySites: { zh: '研究中心', en: 'Study sites' },
  studyUsers: { zh: '用户授权', en: 'User authorization' },
  notificationLog: { zh: '通知记录', en: 'Notification log' },
  addStudyUser: { zh: '添加授权', en: 'Add authorization' },
  extend: { zh: '延期', en: 'Extend' },
  addStudySite: { zh: '新增中心', en: 'Add site' },
  next: { zh: '下一步', en: 'Next' },
  pin: { zh: 'PIN 码设置', en: 'PIN settings' },
  mails: { zh: '邮件推送', en: 'E-mail' },
  messages: { zh: '短信推送', en: 'SMS' },
  log: { zh: '日志', en: 'Log' },
  software: { zh: '软件管理', en: 'Software' },
  addSoftware: { zh: '新增软件', en: 'Add product' },
  generateKey: { zh: '生成密钥', en: 'Generate key' },
  domains: { zh: '租户域名', en: 'Tenant domains' },
  addDomain: { zh: '新增域名', en: 'Add domain' },
  productSignIns: { zh: '登录记录', en: 'Sign-ins' },
  jobs: { zh: '任务调度', en: 'Jobs' },
  addJob: { zh: '新增任务', en: 'Add job' },
  build: { zh: '生成', en: 'Build' },
  day: { zh: '日', en: 'Day' },
  month: { zh: '月', en: 'Month' },
  chosenMonths: { zh: '指定月份', en: 'Chosen months' },
  addTenantUsers: { zh: '添加用户', en: 'Add users' },
  showSelected: { zh: '查看已选', en: 'Show selected' },
  tenantUsers: { zh: '租户用户', en: 'Tenant users' },
  departments: { zh: '部门管理', en: 'Departments' },
  addRootDepartment: { zh: '新增顶级部门', en: 'Add top department' },
  userDepartments: { zh: '用户部门', en: 'User departments' },
  chooseTenant: { zh: '选择租户', en: 'Choose a tenant' },
  modules: { zh: '模块管理', en: 'Modules' },
  updates: { zh: '更新方式', en: 'Updates' },
  held: { zh: '平台固定', en: 'Pinned by the platform' },
  tenantReleases: { zh: '模块版本', en: 'Releases' },
  afterAcceptance: { zh: '改为先验证后更新', en: 'Update after acceptance' },
  operations: { zh: '运维', en: 'Operations' },
  asTable: { zh: '以表格查看', en: 'Show as table' },
  addGroup: { zh: '新增一级菜单', en: 'Add menu group' },
} satisfies Record<string, Words>

type Word = keyof typeof words

const inOrder =
  (...steps: OpenView[]): OpenView =>
  async (page, language) => {
    for (const step of steps) await step(page, language)
  }

const visit =
  (hash: string, heading: Word): OpenView =>
  async (page, language) => {
    await page.goto(`/#${hash}`)
    await expect(page.getByRole('heading', { name: words[heading][language] }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }

const hasRows: OpenView = (page) => expect(page.getByRole('row').nth(1)).toBeVisible()

/** Waits for the rows of a list, or for its message that there are none. */
const isLoaded: OpenView = (page) => expect(page.locator('tbody tr, .empty-state').first()).toBeVisible()

/** Opens a list and waits for its rows. */
const list = (hash: string, heading: Word): OpenView => inOrder(visit(hash, heading), hasRows)

/** Chooses the demonstration tenant that has data on every page. Other tests add many empty tenants. */
const chooseTenant: OpenView = async (page) => {
  await page.getByRole('combobox').first().click()
  await page.keyboard.type('鹿鸣溪')
  await page.getByRole('option', { name: '鹿鸣溪' }).first().click()
}

const press =
  (word: Word): OpenView =>
  (page, language) =>
    page.getByRole('button', { name: words[word][language] }).first().click()

/** Closes the open dialog. */
const leave: OpenView = async (page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const dialogOf =
  (open: OpenView): OpenView =>
  async (page, language) => {
    await open(page, language)
    await expect(page.getByRole('dialog')).toBeVisible()
  }

const showErrors: OpenView = async (page, language) => {
  await press('save')(page, language)
  await expect(page.locator('.arco-form-message').first()).toBeVisible()
}

/** Chooses the last option of each radio group, so that the licence dialog shows all of its fields. */
const limitAll: OpenView = async (page) => {
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').last().check()
}

const signedInPages: readonly { readonly name: string; readonly views: PageUnderTest['views'] }[] = [
  {
    name: 'landing page and account',
    views: {
      landing: visit('/softIndex', 'administrator'),
      'empty tenants of a product': async (page, language) => {
        await visit('/tenantListEDC', 'chooseTenant')(page, language)
        await expect(page.locator('.empty-state')).toBeVisible()
      },
      'user menu': inOrder(visit('/softIndex', 'administrator'), press('user')),
      'personal information': dialogOf((page, language) =>
        page.getByRole('menuitem', { name: words.info[language] }).click(),
      ),
      'personal information being edited': async (page, language) => {
        await page.getByRole('dialog').getByRole('button', { name: words.edit[language] }).click()
        await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
      },
      'signed-in devices': async (page, language) => {
        await page.keyboard.press('Escape')
        await press('showDevices')(page, language)
        await expect(page.getByRole('list', { name: words.devices[language] })).toBeVisible()
      },
      'change of a contact': async (page, language) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').getByRole('button', { name: words.addPhone[language] }).click()
        await expect(page.getByRole('textbox').first()).toBeFocused()
      },
      'proof of a change of a contact': async (page) => {
        await page.keyboard.type('13900001234')
        await page.keyboard.press('Enter')
        await expect(page.locator('input[type="password"]')).toBeFocused()
      },
    },
  },
  {
    name: 'tenants',
    views: {
      tenants: list('/systemManger/tenant', 'tenants'),
      'choice of columns': press('columns'),
      'tenant dialog': inOrder(leave, dialogOf(press('addTenant'))),
      'tenant dialog with errors': showErrors,
      deletion: inOrder(leave, dialogOf(press('delete'))),
      'tenants without a match': async (page, language) => {
        await leave(page, language)
        await page.goto('/#/systemManger/tenant?keyWord=none-of-them')
        await expect(page.locator('.empty-state')).toBeVisible()
      },
    },
  },
  {
    name: 'dictionary',
    views: {
      dictionary: list('/systemManger/dictionary', 'dictionary'),
      'dictionary dialog': dialogOf(press('addEntry')),
      'child entries': inOrder(leave, press('therapeuticArea'), dialogOf(press('children'))),
    },
  },
  {
    name: 'holidays and regions',
    views: {
      'holiday calendar': inOrder(list('/systemManger/holiday', 'holidays'), dialogOf(press('edit'))),
      regions: inOrder(leave, list('/systemManger/eare', 'regions')),
      // A search that leaves few rows behind the dialog: axe checks each row.
      'region dialog': inOrder(
        list('/systemManger/eare?keyWord=HK', 'regions'),
        dialogOf(press('addProvince')),
      ),
    },
  },
  {
    name: 'sites and users',
    views: {
      'site dialog': inOrder(list('/systemManger/site', 'sites'), dialogOf(press('addSite'))),
      users: async (page, language) => {
        await inOrder(leave, list('/systemManger/user', 'users'))(page, language)
        await page.getByRole('row').nth(1).getByRole('checkbox').check()
      },
      'user dialog with errors': inOrder(dialogOf(press('addUser')), showErrors),
    },
  },
  {
    name: 'products and domains',
    views: {
      'product dialog with a new key': async (page, language) => {
        await inOrder(list('/software/softwareManger', 'software'), dialogOf(press('addSoftware')))(
          page,
          language,
        )
        await page.getByRole('dialog').getByRole('button', { name: words.generateKey[language] }).click()
        await expect(page.locator('.app-key-new')).toBeVisible()
      },
      domains: async (page, language) => {
        // Discards the open dialog.
        await page.reload()
        await list('/software/urlSet', 'domains')(page, language)
      },
      'sign-ins to a domain': dialogOf(press('productSignIns')),
      'domain dialog with errors': inOrder(leave, dialogOf(press('addDomain')), showErrors),
    },
  },
  {
    name: 'strategy and messages',
    views: {
      strategy: async (page, language) => {
        await visit('/software/safeStrategyManage', 'strategy')(page, language)
        await expect(page.getByRole('textbox').first()).not.toHaveValue('')
      },
      sms: visit('/base/sms', 'messages'),
      'log of an e-mail': async (page, language) => {
        await inviteByEmail(`${unique('log')}@hospital.example`, { language })
        await inOrder(list('/base/email', 'mails'), dialogOf(press('log')))(page, language)
        await expect(page.locator('.dialog-facts')).toBeVisible()
      },
    },
  },
  {
    name: 'tenant sites',
    views: {
      'tenant sites': list('/tenantManager/tenantSite', 'tenantSites'),
      'nickname of a site with errors': async (page, language) => {
        await dialogOf(press('edit'))(page, language)
        await page.getByRole('dialog').getByRole('textbox').fill('')
        await showErrors(page, language)
      },
    },
  },
  {
    name: 'PIN settings',
    views: {
      'PIN settings': async (page, language) => {
        await visit('/tenantManager/tenantPin', 'pin')(page, language)
        await expect(page.locator('.pin-code')).toBeVisible()
      },
    },
  },
  {
    name: 'tenant users',
    views: {
      'tenant users': list('/tenantManager/tenantUser', 'tenantUsers'),
      'add users to a tenant': async (page, language) => {
        const response = page.waitForResponse('**/api/tenantUser/list')
        await page.reload()
        const { data } = await (await response).json()
        await page.goto(`/#/tenantManager/tenantUser?tenantId=${data.list[0].tenantId}`)
        await dialogOf(press('addTenantUsers'))(page, language)
        await page.getByRole('dialog').getByRole('row').nth(1).getByRole('checkbox').check()
      },
      'add users, with errors': showErrors,
      'selected users': async (page, language) => {
        await press('showSelected')(page, language)
        await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2)
      },
    },
  },
  {
    name: 'departments',
    views: {
      departments: inOrder(visit('/tenantManager/department', 'departments'), chooseTenant, (page) =>
        expect(page.getByRole('treeitem').first()).toBeVisible(),
      ),
      'department dialog with errors': inOrder(dialogOf(press('addRootDepartment')), showErrors),
      'departments of users': inOrder(
        leave,
        list('/tenantManager/userDepartment?userName=lumingxi', 'userDepartments'),
      ),
      'departments of a user': async (page, language) => {
        await dialogOf(press('edit'))(page, language)
        await expect(page.getByRole('dialog').getByRole('treeitem').first()).toBeVisible()
      },
    },
  },
  { name: 'files', views: { files: list('/base/file', 'files') } },
  {
    name: 'system list and studies',
    views: {
      'system list': list('/tenantManager/syslist', 'systemList'),
      'study dialog with errors': async (page, language) => {
        await inOrder(list('/tenantManager/tenantPorject', 'studies'), dialogOf(press('edit')))(
          page,
          language,
        )
        await page.getByRole('dialog').getByRole('textbox').first().fill('')
        await showErrors(page, language)
      },
    },
  },
  {
    name: 'study sites',
    views: {
      'study sites': list('/projectManager/projectSite?keyWord=LMX-101-01', 'studySites'),
      'sites to pick for a study': async (page, language) => {
        await dialogOf(press('addStudySite'))(page, language)
        await page.getByRole('dialog').getByRole('radio').first().check()
      },
      'study site dialog with errors': async (page, language) => {
        await page
          .getByRole('dialog')
          .getByRole('button', { name: words.next[language], exact: true })
          .click()
        await showErrors(page, language)
      },
    },
  },
  {
    name: 'study users',
    views: {
      'study users': inOrder(visit('/projectManager/userAllowed', 'studyUsers'), chooseTenant, hasRows),
      'people to authorize': dialogOf(press('addStudyUser')),
      'last day of authorizations': inOrder(
        leave,
        (page) => page.getByRole('row').nth(1).getByRole('checkbox').check(),
        dialogOf(press('extend')),
      ),
      'notification log': inOrder(leave, dialogOf(press('notificationLog'))),
    },
  },
  {
    name: 'products of studies',
    views: {
      'products of studies': list('/projectManager/softAllowed', 'studySoftware'),
      'product of a study with errors': inOrder(
        dialogOf((page) => page.locator('.software-cell input:not(:checked)').first().click()),
        // The dialog preselects the only domain.
        (page) => page.getByPlaceholder('/atrium/roles').fill('no path'),
        showErrors,
      ),
    },
  },
  {
    name: 'invitations to studies',
    views: {
      'studies to invite people to': inOrder(
        visit('/projectManager/authorization', 'invitations'),
        chooseTenant,
        hasRows,
      ),
      'roles that a product has': async (page) => {
        await page.getByRole('row').nth(1).getByRole('radio').check()
        await expect(page.locator('.choice-table').nth(2).getByRole('row').nth(1)).toBeVisible()
      },
    },
  },
  {
    name: 'licences',
    views: {
      licences: list('/software/tenantsoft', 'licences'),
      'holders of a licence': dialogOf((page) => page.locator('.licence-holders-open').first().click()),
      'licence dialog with errors': inOrder(leave, dialogOf(press('addLicence')), limitAll, showErrors),
    },
  },
  {
    name: 'unblinding register',
    views: {
      'unblinding register': inOrder(visit('/software/unblinding', 'unblinding'), chooseTenant, hasRows),
      'unblinded access': dialogOf(press('details')),
    },
  },
  {
    name: 'access requests',
    views: {
      'access requests': inOrder(visit('/projectManager/accessRequest', 'accessRequests'), chooseTenant),
      'settings of access requests': dialogOf(press('requestRules')),
      trainings: inOrder(visit('/projectManager/training', 'trainings'), chooseTenant),
    },
  },
  {
    name: 'separation of duties',
    views: {
      'rules on separation of duties': list('/software/duties', 'duties'),
      'rule dialog with errors': inOrder(dialogOf(press('addDuty')), showErrors),
    },
  },
  {
    name: 'reasons for change',
    views: {
      'reasons for change': async (page, language) => {
        await visit('/software/changeReasons?tenantId=0', 'changeReasons')(page, language)
        await expect(page.getByRole('checkbox').first()).toBeVisible()
      },
    },
  },
  {
    name: 'access report',
    views: { 'access report': list('/software/accessReport', 'accessReport') },
  },
  {
    name: 'electronic signatures',
    views: {
      'electronic signatures': async (page, language) => {
        await visit('/software/signatures?tenantId=0', 'signatures')(page, language)
        await expect(page.getByRole('radio').first()).toBeVisible()
      },
    },
  },
  {
    name: 'access reviews',
    views: {
      'access to review': inOrder(visit('/software/accessReviews', 'accessReviews'), isLoaded),
      'access reviews': async (page, language) => {
        await visit('/software/accessReviews?part=reviews&tenantId=0', 'accessReviews')(page, language)
        await expect(page.getByRole('button', { name: words.addReview[language] })).toBeVisible()
      },
      'access review': dialogOf(press('addReview')),
    },
  },
  {
    name: 'audit trail reviews',
    views: {
      'audit trail reviews': async (page, language) => {
        await visit('/software/trailReviews?tenantId=0', 'trailReviews')(page, language)
        await expect(page.getByRole('button', { name: words.addReview[language] })).toBeVisible()
      },
      'audit trail review with errors': inOrder(dialogOf(press('addReview')), showErrors),
    },
  },
  {
    name: 'explanation of access',
    views: {
      'explanation of access': inOrder(visit('/software/accessWhy', 'accessWhy'), (page) =>
        expect(page.locator('.empty-state')).toBeVisible(),
      ),
    },
  },
  {
    name: 'privacy',
    views: {
      'data of a person': inOrder(visit('/software/privacy', 'privacy'), (page) =>
        expect(page.locator('.empty-state')).toBeVisible(),
      ),
      'requests for pseudonyms': inOrder(visit('/software/privacy?part=requests', 'privacy'), isLoaded),
      'legal hold': inOrder(visit('/software/privacy?part=holds', 'privacy'), dialogOf(press('placeHold'))),
      retention: list('/software/privacy?part=retention', 'privacy'),
    },
  },
  {
    name: 'inspections',
    views: {
      inspections: inOrder(visit('/software/inspections', 'inspections'), chooseTenant, isLoaded),
      'inspection dialog with errors': inOrder(dialogOf(press('addInspection')), async (page) => {
        await page.getByRole('dialog').getByRole('button').last().click()
        await expect(page.locator('.arco-form-message').first()).toBeVisible()
      }),
    },
  },
  {
    name: 'audit trail',
    views: {
      'audit trail': list('/software/auditTrail', 'auditTrail'),
      'event of the audit trail': dialogOf((page) => page.locator('.data-table .row-action').first().click()),
      'history of a tenant': inOrder(
        leave,
        list('/systemManger/tenant', 'tenants'),
        dialogOf(press('history')),
      ),
    },
  },
  {
    name: 'jobs',
    views: {
      jobs: list('/base/task', 'jobs'),
      'log of a job': dialogOf(press('log')),
      'job dialog with errors': inOrder(leave, dialogOf(press('addJob')), showErrors),
      'cron presets': async (page, language) => {
        await page.getByRole('button', { name: words.build[language], exact: true }).click()
        await expect(page.getByRole('dialog').getByRole('radiogroup').last()).toBeVisible()
      },
      'cron builder': async (page, language) => {
        await page.getByRole('tab', { name: words.day[language], exact: true }).click()
      },
      'cron builder with an error': async (page, language) => {
        await page.getByRole('tab', { name: words.month[language], exact: true }).click()
        await page.getByRole('radio', { name: words.chosenMonths[language] }).check()
        await expect(page.getByRole('dialog').getByRole('alert').last()).toBeVisible()
      },
    },
  },
  {
    name: 'modules',
    views: {
      modules: inOrder(visit('/setting/module', 'modules'), (page) =>
        expect(page.locator('.module-card').first()).toBeVisible(),
      ),
      'releases of a module': inOrder((page) => page.locator('.module-card a').last().click(), hasRows),
      'how a tenant gets a module': async (page, language) => {
        await page.getByRole('tab').nth(1).click()
        await hasRows(page, language)
        await dialogOf(press('updates'))(page, language)
        await page.getByRole('dialog').getByRole('radio', { name: words.held[language] }).check()
      },
      'errors of a module': async (page) => {
        // Discards the open dialog.
        await page.reload()
        await page.getByRole('tab').nth(2).click()
        await expect(page.getByRole('tab').nth(2)).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel').locator('.data-table')).toBeVisible()
        await page.waitForLoadState('networkidle')
      },
      'releases of tenants': list('/tenantManager/tenantRelease', 'tenantReleases'),
      'updates after acceptance': dialogOf(press('afterAcceptance')),
    },
  },
  {
    name: 'operations',
    views: {
      operations: async (page, language) => {
        await visit('/setting/operations', 'operations')(page, language)
        await expect(page.locator('.operations-chart path').first()).toBeAttached()
        await page.getByText(words.asTable[language]).first().click()
        await expect(page.locator('.operations-columns details').getByRole('row').nth(1)).toBeVisible()
      },
    },
  },
  {
    name: 'settings',
    views: {
      'role dialog': inOrder(list('/setting/role', 'roles'), dialogOf(press('addRole'))),
      menus: inOrder(leave, list('/setting/menu', 'menus')),
      'menu dialog with errors': inOrder(dialogOf(press('addGroup')), showErrors),
      'unknown page': inOrder(leave, visit('/no/such/page', 'missing')),
      'password change': visit('/signIn/modifyPwd', 'changePassword'),
      'link of another user': visit('/signIn/index?account=li.na', 'otherUser'),
    },
  },
]

/** Views that the longer English texts change enough to check them again: lists, calendars and forms with errors. */
export const longerInEnglish: ReadonlySet<string> = new Set([
  'sign-in with errors',
  'registration, filled in',
  'verification link',
  'link of another user',
  'personal information',
  'tenants',
  'tenant dialog with errors',
  'holiday calendar',
  'licences',
  'licence dialog with errors',
  'system list',
  'study dialog with errors',
  'study sites',
  'products of studies',
  'users',
  'add users, with errors',
  'user dialog with errors',
  'unblinding register',
  'audit trail',
  'event of the audit trail',
  'jobs',
  'cron presets',
  'cron builder',
  'modules',
  'releases of a module',
  'releases of tenants',
  'operations',
])

/** Every page and dialog of the suite. */
export const pages: readonly PageUnderTest[] = [
  {
    name: 'sign-in',
    as: 'nobody',
    views: {
      'sign-in': visit('/signIn/index', 'signIn'),
      'sign-in with errors': async (page, language) => {
        await press('signIn')(page, language)
        await expect(page.locator('.arco-form-message').first()).toBeVisible()
      },
    },
  },
  ...identityPages,
  {
    name: 'inspection room',
    as: 'nobody',
    views: {
      'inspection room': async (page, language) => {
        await signInWorker(page, await openInspection(await administratorApi(), '何检查'))
        await visit('/softIndex', 'room')(page, language)
      },
    },
  },
  ...signedInPages.map((each) => ({ ...each, as: 'administrator' as const })),
]
