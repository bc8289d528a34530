import { userUpdate, verifyEmail } from '@atrium/contract'
import type { Locator } from '@playwright/test'
import { apiOf } from './support/api.ts'
import { nextMessageTo } from './support/inbox.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import {
  addUserByApi,
  chooseAction,
  dialogOf,
  listedUser,
  newContacts,
  openUsers,
  saveDialog,
} from './support/users.ts'

test('both edits are kept, and the second of two administrators sees the changes', async ({ page, api }) => {
  const { userName, fullName, email } = await addUserByApi(api, '欧阳思远')
  await openUsers(page, { userName })
  const row = rowOf(page, userName)
  await row.getByRole('button', { name: `编辑 ${fullName}` }).click()
  const basics = dialogOf(page, `编辑“${fullName}”的基本信息`)
  // By now a select has the focus, and its list is closed.
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
  await saveDialog(page)
  await expect(basics.getByRole('row')).toHaveText([/字段/, /备注后到者先到者/])
  await basics.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  expect(await listedUser(api, userName)).toMatchObject({
    remark: '后到者',
    birthday: '1990-02-03',
    provinceName: '浙江省',
    roleName: '普通用户',
  })

  await chooseAction(row, '重要信息')
  const important = dialogOf(page, `编辑“${fullName}”的重要信息`)
  await important.getByLabel('姓名').fill('欧阳修远')
  await important.getByLabel('电子邮箱').fill(`new.${email}`)
  await saveDialog(page)
  await expect(row).toContainText('欧阳修远')

  await row.getByRole('button', { name: '发送验证 欧阳修远' }).click()
  await expect(page.getByRole('dialog')).toContainText(`new.${email}`)
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('发送成功')).toBeVisible()
  const { text } = await nextMessageTo(`new.${email}`)
  const key = /#\/checkEmail\?key=([\w-]+)/.exec(text)?.[1] ?? ''
  await page.goto(`/#/checkEmail?key=${key}`)
  await expect(page.getByText(`此链接是发给账号“${userName}”的。`)).toBeVisible()
  await apiOf('')(verifyEmail, { key })
  await openUsers(page, { userName })
  await expect(row).toContainText('已验证')
})

/** Expects that none of these cells is truncated. */
const expectWhole = async (row: Locator, ...names: string[]): Promise<void> => {
  for (const name of names) {
    // The icon before the name has no text.
    const cell = row
      .getByRole('cell')
      .filter({ hasText: new RegExp(`^${name.replaceAll(/[+.]/g, '\\$&')}$`) })
    await expect.poll(() => cell.evaluate((it) => it.scrollWidth <= it.clientWidth), name).toBe(true)
  }
}

test('names, addresses and numbers of usual length are shown in full', async ({ page, api }) => {
  const userName = `li${newContacts('li').phone.slice(-7)}`
  const email = `${userName}@hospital.example`
  const { phone } = await addUserByApi(api, 'Li Xiaoming', { ...newContacts('li'), userName, email })
  await openUsers(page, { userName })
  await expectWhole(rowOf(page, userName), 'Li Xiaoming', userName, email, phone)
  await expect(rowOf(page, userName).getByRole('img', { name: '未验证' })).toBeVisible()

  const turning = '\u202eשלום'
  const other = await addUserByApi(api, turning)
  await openUsers(page, { userName: other.userName })
  await chooseAction(rowOf(page, other.userName), '重置密码')
  await expect(page.getByRole('dialog')).toContainText(`将重置“\u2068${turning}\u2069”的密码`)
  await page.keyboard.press('Escape')
  await expect(page.getByText('操作已取消')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('the role of an ordinary user is shown in full, beside a phone number with its country', async ({
    page,
    api,
  }) => {
    const contacts = newContacts('wang')
    const phone = `+86 ${contacts.phone}`
    const { userName } = await addUserByApi(api, 'Wang Xiao', { ...contacts, phone })
    await page.goto(`/#/systemManger/user?userName=${userName}`)
    await expectWhole(rowOf(page, userName), 'Ordinary user', phone)
  })
})

test('an open menu closes when its row shows another user', async ({ page, api }) => {
  const series = unique('翻页')
  for (let number = 1; number <= 11; number += 1) await addUserByApi(api, `${series} ${number}`)
  await openUsers(page, { keyWord: series })
  await expect(rowOf(page, series)).toHaveCount(10)
  let response: () => void = () => undefined
  const held = new Promise<void>((go) => {
    response = go
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
  response()
  await expect(rowOf(page, series)).toHaveCount(1)
  await expect(page.getByRole('menu')).toBeHidden()
})
