import { expect, type Page } from '@playwright/test'
import { identityPlaces } from './identity-places.ts'

type Language = 'zh' | 'en'
type Words = Readonly<Record<Language, string>>

/** A page or dialog of the suite, and how a user gets there. */
export interface Place {
  readonly name: string
  readonly as: 'administrator' | 'nobody'
  readonly open: (page: Page, language: Language) => Promise<void>
}

const words = {
  signIn: { zh: '登录', en: 'Sign in' },
  changePassword: { zh: '修改密码', en: 'Change password' },
  administrator: { zh: '平台管理员', en: '平台管理员' },
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
  users: { zh: '用户管理', en: 'Users' },
  addUser: { zh: '新增用户', en: 'Add user' },
  addGroup: { zh: '新增一级菜单', en: 'Add menu group' },
} satisfies Record<string, Words>

type Word = keyof typeof words

const at = (hash: string, heading: Word) => async (page: Page, language: Language) => {
  await page.goto(`/#${hash}`)
  await expect(page.getByRole('heading', { name: words[heading][language] }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const press = (page: Page, language: Language, word: Word) =>
  page.getByRole('button', { name: words[word][language] }).first().click()

/** A place that is reached by pressing buttons on another one. */
const by =
  (open: Place['open'], ...buttons: Word[]): Place['open'] =>
  async (page, language) => {
    await open(page, language)
    for (const button of buttons) await press(page, language, button)
    await page.waitForLoadState('networkidle')
  }

const tenants = at('/systemManger/tenant', 'tenants')
const dictionary = at('/systemManger/dictionary', 'dictionary')
const holidays = at('/systemManger/holiday', 'holidays')
const regions = at('/systemManger/eare', 'regions')
const menus = at('/setting/menu', 'menus')
const landing = at('/softIndex', 'administrator')

const inside: Readonly<Record<string, Place['open']>> = {
  landing,
  'user menu': by(landing, 'user'),
  'personal information': async (page, language) => {
    await by(landing, 'user')(page, language)
    await page.getByRole('menuitem', { name: words.info[language] }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'personal information being edited': async (page, language) => {
    await inside['personal information']?.(page, language)
    await page.getByRole('dialog').getByRole('button', { name: words.edit[language] }).click()
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  },
  'signed-in devices': async (page, language) => {
    await inside['personal information']?.(page, language)
    await press(page, language, 'showDevices')
    await expect(page.getByRole('list', { name: words.devices[language] })).toBeVisible()
  },
  'change of a contact': async (page, language) => {
    await inside['personal information']?.(page, language)
    await page.getByRole('dialog').getByRole('button', { name: words.addPhone[language] }).click()
    await expect(page.getByRole('textbox').first()).toBeFocused()
  },
  'proof of a change of a contact': async (page, language) => {
    await inside['change of a contact']?.(page, language)
    await page.keyboard.type('13900001234')
    await page.keyboard.press('Enter')
    await expect(page.locator('input[type="password"]')).toBeFocused()
  },
  'password change': at('/signIn/modifyPwd', 'changePassword'),
  tenants,
  'tenants without a match': async (page) => {
    await page.goto('/#/systemManger/tenant?keyWord=none-of-them')
    await expect(page.locator('.empty-state')).toBeVisible()
  },
  'choice of columns': by(tenants, 'columns'),
  'tenant dialog': by(tenants, 'addTenant'),
  'tenant dialog with mistakes': by(tenants, 'addTenant', 'save'),
  deletion: by(tenants, 'delete'),
  dictionary,
  'dictionary dialog': by(dictionary, 'addEntry'),
  'child entries': by(dictionary, 'therapeuticArea', 'children'),
  'holiday calendar': by(holidays, 'edit'),
  regions,
  // Few rows behind it: each costs time.
  'region dialog': by(at('/systemManger/eare?keyWord=HK', 'regions'), 'addProvince'),
  'site dialog': by(at('/systemManger/site', 'sites'), 'addSite'),
  'role dialog': by(at('/setting/role', 'roles'), 'addRole'),
  users: async (page, language) => {
    await at('/systemManger/user', 'users')(page, language)
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
  },
  'user dialog with mistakes': by(at('/systemManger/user', 'users'), 'addUser', 'save'),
  menus,
  'menu dialog with mistakes': by(menus, 'addGroup', 'save'),
  'unknown page': at('/no/such/page', 'missing'),
}

/** Where English, which is longer, makes another page of it: lists, calendars, and forms with their mistakes. */
export const longerInEnglish: ReadonlySet<string> = new Set([
  'sign-in with mistakes',
  'registration, filled in',
  'personal information',
  'tenants',
  'tenant dialog with mistakes',
  'holiday calendar',
  'users',
  'user dialog with mistakes',
])

/** Every page and dialog of the suite. */
export const places: readonly Place[] = [
  { name: 'sign-in', as: 'nobody', open: at('/signIn/index', 'signIn') },
  {
    name: 'sign-in with mistakes',
    as: 'nobody',
    open: by(at('/signIn/index', 'signIn'), 'signIn'),
  },
  ...identityPlaces,
  ...Object.entries(inside).map(([name, open]) => ({ name, as: 'administrator' as const, open })),
]
