import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userUpdate } from '@atrium/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { nextMessageTo, type ReceivedMessage } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { startOwnServer } from './support/own-server.ts'
import { signIn, signInOnce, submitSignIn } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUser, chooseAction, listedUser, newContacts, openUsers } from './support/users.ts'
import { rowsIn } from './support/workbook.ts'

/** The password in a message. */
const passwordIn = ({ text }: ReceivedMessage): string =>
  /(?<![A-Za-z\d])(?=[A-Za-z\d]*[a-z])(?=[A-Za-z\d]*[A-Z])(?=[A-Za-z\d]*\d)[A-Za-z\d]{8,16}(?![A-Za-z\d])/.exec(
    text,
  )?.[0] ?? ''

/** A page of somebody else, in Chinese. */
const pageOfAnother = async (browser: Browser, baseURL = ''): Promise<Page> => {
  const context = await browser.newContext({ baseURL, storageState: undefined })
  await context.addCookies([{ name: 'language', value: 'zh', url: baseURL }])
  return context.newPage()
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '保存' }).click()

test('a new user is sent a password, signs in with it and must change it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { userName, email, phone } = newContacts('lin')
  await openUsers(page)
  await page.getByRole('button', { name: '新增用户' }).click()
  const dialog = dialogOf(page, '新增用户')
  await save(page)
  await expect(dialog.getByText('请输入用户名！')).toBeVisible()
  await expect(dialog.getByText('请输入角色！')).toBeVisible()
  await dialog.getByLabel('用户名', { exact: true }).fill('Admin')
  await dialog.getByLabel('姓名').fill('林晓雨')
  await dialog.getByLabel('电子邮箱').fill(email)
  await dialog.getByLabel('手机号').fill(phone)
  await choose(page, '角色', '普通用户')
  await save(page)
  await expect(dialog.getByText('用户名已被使用，请换一个')).toBeVisible()
  await dialog.getByLabel('用户名', { exact: true }).fill(userName)
  await save(page)
  await expect(page.getByText('新增成功')).toBeVisible()
  await page.getByPlaceholder('搜索用户名').fill(userName)
  await expect(rowOf(page, userName)).toContainText('普通用户')

  const first = passwordIn(await nextMessageTo(email))
  const theirs = await pageOfAnother(browser, baseURL)
  await submitSignIn(theirs, { userName, password: first })
  await expect(theirs).toHaveURL(/#\/signIn\/modifyPwd$/)
  await theirs.getByLabel('原密码').fill(first)
  await theirs.getByLabel('新密码', { exact: true }).fill('Own2026lin')
  await theirs.getByLabel('确认新密码').fill('Own2026lin')
  await theirs.getByRole('button', { name: '确认修改' }).click()
  await expect(theirs).toHaveURL(/#\/signIn\/index$/)
  await signIn(theirs, { userName, password: 'Own2026lin' })
  await theirs.context().close()
})

test('both edits are kept, and of two administrators the second is told', async ({ page, api }) => {
  const { userName, fullName, email } = await addUser(api, '欧阳思远')
  await openUsers(page, { userName })
  const row = rowOf(page, userName)
  await row.getByRole('button', { name: `编辑 ${fullName}` }).click()
  const basics = dialogOf(page, `编辑“${fullName}”的基本信息`)
  // The focus is on a select by then, which has nothing of its own to close.
  await expect(basics.getByRole('combobox', { name: '角色' }).locator('input')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(basics).toBeHidden()
  await row.getByRole('button', { name: `编辑 ${fullName}` }).click()
  await choose(page, '国家/地区', '中国')
  await choose(page, '省份', '浙江省')
  await basics.getByLabel('出生日期').fill('1990-02-03')
  await basics.getByLabel('备注').fill('后到者')
  const { id, rowVersion } = await listedUser(api, userName)
  await api(userUpdate, { id, rowVersion, remark: '先到者' })
  await save(page)
  await expect(basics.getByRole('row')).toHaveText([/字段/, /备注后到者先到者/])
  await basics.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  expect(await listedUser(api, userName)).toMatchObject({
    ...{ remark: '后到者', birthday: '1990-02-03', provinceName: '浙江省', roleName: '普通用户' },
  })

  await chooseAction(row, '重要信息')
  const important = dialogOf(page, `编辑“${fullName}”的重要信息`)
  await important.getByLabel('姓名').fill('欧阳修远')
  await important.getByLabel('电子邮箱').fill(`new.${email}`)
  await save(page)
  await expect(row).toContainText('欧阳修远')

  await row.getByRole('button', { name: '发送验证 欧阳修远' }).click()
  await expect(page.getByRole('dialog')).toContainText(`new.${email}`)
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('发送成功')).toBeVisible()
  const { text } = await nextMessageTo(`new.${email}`)
  await page.goto(`/${/#\/checkEmail\?key=[\w-]+/.exec(text)?.[0]}`)
  await expect(page.getByText('邮箱验证成功').first()).toBeVisible()
  await openUsers(page, { userName })
  await expect(row).toContainText('已验证')
})

test('a lock ends sessions at once, and so does a reset, which e-mails a password', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newAccount('locked')
  const theirs = await pageOfAnother(browser, baseURL)
  await signIn(theirs, account)
  await openUsers(page, { userName: account.userName })
  const row = rowOf(page, account.userName)
  await chooseAction(row, '锁定')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('操作已取消')).toBeVisible()
  await chooseAction(row, '锁定')
  await expect(page.getByRole('dialog')).toContainText('将立即退出登录')
  await page.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(row).toContainText('已锁定')
  await theirs.reload()
  await expect(theirs.getByRole('dialog', { name: '超时验证' })).toContainText('您的登录已被终止')

  await chooseAction(row, '解锁')
  await page.getByRole('dialog').getByRole('button', { name: '解锁' }).click()
  await expect(row).toContainText('正常')
  await chooseAction(row, '重置密码')
  await expect(page.getByRole('dialog')).toContainText(account.email)
  await page.getByRole('dialog').getByRole('button', { name: '重置并发送' }).click()
  await expect(page.getByText(`新密码已发送至 ${account.email}`)).toBeVisible()
  const password = passwordIn(await nextMessageTo(account.email, 1))
  await theirs.context().close()
  const again = await pageOfAnother(browser, baseURL)
  await submitSignIn(again, { ...account, password })
  await expect(again).toHaveURL(/#\/signIn\/modifyPwd$/)
  await again.context().close()
})

test('a password is changed by the old one, and somebody with an account is pulled', async ({
  page,
  api,
}) => {
  const account = await newAccount('pulled')
  await openUsers(page, { userName: account.userName })
  const row = rowOf(page, account.userName)
  await chooseAction(row, '修改密码')
  const password = page.getByRole('dialog')
  await password.getByRole('textbox', { name: '原密码' }).fill('Wrong2026old')
  await password.getByRole('textbox', { name: '新密码', exact: true }).fill('Other2026new')
  await password.getByRole('textbox', { name: '确认密码' }).fill('Other2026')
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(password.getByText('两次输入的密码不一致')).toBeVisible()
  await password.getByRole('textbox', { name: '确认密码' }).fill('Other2026new')
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(password.getByText('原密码不正确')).toBeVisible()
  await password.getByRole('textbox', { name: '原密码' }).fill(account.password)
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(page.getByText('密码已修改')).toBeVisible()
  await expect(password).toBeHidden()

  await page.getByRole('button', { name: '新增用户' }).click()
  const dialog = dialogOf(page, '新增用户')
  const contact = dialog.getByLabel('拉取已有用户')
  await contact.fill('nobody@hospital.example')
  await contact.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('没有使用该邮箱或手机号的用户')
  await contact.fill(account.phone)
  await dialog.getByRole('button', { name: '查找' }).click()
  await expect(dialog.getByLabel('用户名', { exact: true })).toHaveValue(account.userName)
  await expect(dialog.getByLabel('电子邮箱')).toBeDisabled()
  await expect(dialog.getByLabel('电子邮箱')).toHaveValue(account.email)
  await choose(page, '角色', '普通用户')
  await save(page)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(row).toContainText('普通用户')
  expect(await listedUser(api, account.userName)).toMatchObject({ fullName: '王晓', email: account.email })
})

/** Sees to it that nothing of these cells is cut. */
const expectWhole = async (row: Locator, ...names: string[]): Promise<void> => {
  for (const name of names) {
    const cell = row.getByRole('cell', { name, exact: true })
    await expect.poll(() => cell.evaluate((it) => it.scrollWidth <= it.clientWidth), name).toBe(true)
  }
}

test('names, addresses and numbers of usual length stand whole, and turn nothing round', async ({
  page,
  api,
}) => {
  const userName = `li${newContacts('li').phone.slice(-7)}`
  const email = `${userName}@hospital.example`
  const { phone } = await addUser(api, 'Li Xiaoming', { ...newContacts('li'), userName, email })
  await openUsers(page, { userName })
  await expectWhole(rowOf(page, userName), 'Li Xiaoming', userName, email, phone)

  const turning = '\u202eשלום'
  const other = await addUser(api, turning)
  await openUsers(page, { userName: other.userName })
  await chooseAction(rowOf(page, other.userName), '重置密码')
  await expect(page.getByRole('dialog')).toContainText(`将重置“\u2068${turning}\u2069”的密码`)
  await page.keyboard.press('Escape')
  await expect(page.getByText('操作已取消')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('the role of an ordinary user stands whole, beside a number with its country', async ({
    page,
    api,
  }) => {
    const contacts = newContacts('wang')
    const phone = `+86 ${contacts.phone}`
    const { userName } = await addUser(api, 'Wang Xiao', { ...contacts, phone })
    await page.goto(`/#/systemManger/user?userName=${userName}`)
    await expectWhole(rowOf(page, userName), 'Ordinary user', phone)
  })
})

test('a selection is kept over pages and exported as it is', async ({ page, api }) => {
  const series = unique('导出')
  const names = [`=1+1 ${series}`, `<b>${series}</b>`, `😀 שלום ${series}`]
  for (const name of names) await addUser(api, name)
  for (let number = 1; number <= 8; number += 1) await addUser(api, `${series} ${number}`)
  await openUsers(page, { keyWord: series })
  const selectionOf = (name: string) => page.getByRole('checkbox', { name: `选择 ${name}`, exact: true })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByRole('button', { name: '导出所选（10）' })).toBeVisible()
  await selectionOf(`${series} 8`).uncheck()
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await expect(rowOf(page, series)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: '选择本页全部' })).not.toBeChecked()
  await selectionOf(names[0] ?? '').check()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出所选（10）' }).click(),
  ])
  await expect(page.getByText('导出完成')).toBeVisible()
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.zip$/)
  const [titles, ...rows] = await rowsIn(download)
  expect(titles?.slice(0, 3)).toEqual(['姓名', '用户名', '电子邮箱'])
  expect(rows.map(([name]) => name)).toEqual([
    ...[7, 6, 5, 4, 3, 2, 1].map((number) => `${series} ${number}`),
    ...[names[2], names[1], `'${names[0]}`],
  ])

  await page.getByRole('button', { name: '取消选择' }).click()
  await expect(page.getByRole('button', { name: '导出所选（0）' })).toBeDisabled()
  await expect(selectionOf(names[0] ?? '')).not.toBeChecked()
})

test('a menu that is open closes when its row becomes another’s', async ({ page, api }) => {
  const series = unique('翻页')
  for (let number = 1; number <= 11; number += 1) await addUser(api, `${series} ${number}`)
  await openUsers(page, { keyWord: series })
  await expect(rowOf(page, series)).toHaveCount(10)
  let answer: () => void = () => undefined
  const held = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/api/sys/user/list', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/sys/user/list')
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await asked
  await rowOf(page, `${series} 11`)
    .getByRole('button', { name: /^更多操作/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  answer()
  await expect(rowOf(page, series)).toHaveCount(1)
  await expect(page.getByRole('menu')).toBeHidden()
})

test.describe('an export that takes its time', () => {
  // It is ended on purpose.
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('leaves the page usable, is cancelled, and ends when the page is left', async ({ page }) => {
    const held: (() => void)[] = []
    await page.route('**/api/sys/user/export', async (route) => {
      await new Promise<void>((go) => held.push(go))
      await route.abort().catch(() => undefined)
    })
    await openUsers(page)
    await page.getByRole('button', { name: '导出全部' }).click()
    await expect(page.getByRole('progressbar', { name: '正在导出' })).toBeVisible()
    await expect(page.getByRole('button', { name: '导出全部' })).toBeDisabled()
    await page.getByPlaceholder('搜索用户名').fill('admin')
    await expect(rowOf(page, 'lumingxi.admin')).toBeVisible()
    await page.getByRole('button', { name: '取消导出' }).click()
    await expect(page.getByText('导出已取消')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByText('导出已取消')).toBeHidden()

    await page.getByRole('button', { name: '导出全部' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('link', { name: '租户管理' }).click()
    await expect(page.getByText('导出已取消')).toBeVisible()
    for (const go of held) go()
  })
})

test.describe('a user whom another identity source keeps', () => {
  test.use({ as: 'nobody' })

  test('has neither passwords nor important information to change', async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-users-'))
    const profile = join(folder, 'profile.json')
    const plain = JSON.parse(await readFile('profile.json', 'utf8'))
    await writeFile(profile, JSON.stringify({ ...plain, identitySources: ['hospital'] }))
    const server = await startOwnServer(18085, undefined, { PROFILE: profile })
    try {
      await inDatabase(
        (trx) =>
          trx
            .updateTable('appUser')
            .set({ org: 'hospital' })
            .where('userName', '<>', administrator.userName)
            .execute(),
        server.dataDir,
      )
      const { state } = await signInOnce(browser, administrator, server.url)
      const context = await browser.newContext({ baseURL: server.url, storageState: state })
      const page = await context.newPage()
      await openUsers(page)
      const actionsOf = async (name: string) => {
        const menu = rowOf(page, name).getByRole('button', { name: /更多操作/ })
        await menu.click()
        const actions = await page.getByRole('menuitem').filter({ visible: true }).allTextContents()
        await page.keyboard.press('Escape')
        return actions
      }
      expect(await actionsOf('lumingxi.admin')).toEqual(['锁定'])
      // One's own row offers no lock.
      expect(await actionsOf('平台管理员')).toEqual(['重要信息', '修改密码', '重置密码'])

      const menuOfOneself = async () => {
        await page.getByRole('banner').getByRole('button', { name: '平台管理员' }).click()
        return page.getByRole('menuitem').filter({ visible: true }).allTextContents()
      }
      expect(await menuOfOneself()).toContain('修改密码')
      await inDatabase((trx) => trx.updateTable('appUser').set({ org: 'hospital' }).execute(), server.dataDir)
      await page.reload()
      const left = await menuOfOneself()
      expect(left).toContain('个人信息')
      expect(left).not.toContain('修改密码')
      await context.close()
    } finally {
      await server.close()
      await rm(folder, { recursive: true })
    }
  })
})
