import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { codeIn, messagesTo, nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { phoneOf } from './support/phones.ts'
import { readAccount, signIn } from './support/sessions.ts'
import { suiteUrl, tenantAdministrator } from './support/suite.ts'
import { choose } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'tenantAdministrator' })
// These tests change one user's profile.
test.describe.configure({ mode: 'serial' })

const openInfo = async (page: Page) => {
  await page.goto('/#/softIndex')
  await page.locator('.top-user').click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  return page.getByRole('dialog', { name: '个人信息', exact: true })
}

test('users edit their own data: the date is typed or picked, the region is chosen step by step', async ({
  page,
}) => {
  const info = await openInfo(page)
  await info.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: '编辑个人信息' })
  await expect(form.getByLabel('电子邮箱')).toHaveCount(0)
  await form.getByLabel('出生日期').fill('1988-05-37')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('出生日期不是有效的日期')).toBeVisible()
  await form.getByLabel('出生日期').fill('1988-05-17')
  await form.getByRole('button', { name: '打开日历' }).click()
  await page.locator('.arco-picker-cell-in-view').getByText('20', { exact: true }).click()
  await expect(form.getByLabel('出生日期')).toHaveValue('1988-05-20')
  await choose(page, '国家/地区', '中国')
  await choose(page, '省份', '浙江省')
  await choose(page, '城市', '杭州市')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(info).toContainText('1988-05-20')
  await expect(info).toContainText('中国 - 浙江省 - 杭州市')
})

test.describe('the user’s own contacts', () => {
  test.use({ as: 'nobody' })

  const begin = async (page: Page, account: Awaited<ReturnType<typeof newAccount>>) => {
    await signIn(page, account)
    return openInfo(page)
  }

  test('are changed with the password and a code sent to the new contact, across a reload and a rejection', async ({
    page,
  }) => {
    const account = await newAccount('moved')
    // A retry needs another phone number, because the first try may already have changed to this one.
    const contact = phoneOf(unique('moved to'))
    const info = await begin(page, account)
    await info.getByRole('button', { name: '更换手机号' }).click()
    const dialog = page.getByRole('dialog', { name: '更换手机号' })
    await expect(dialog.getByLabel('新手机号')).toBeFocused()
    await dialog.getByLabel('新手机号').fill('12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('新手机号格式不正确')).toBeVisible()
    await dialog.getByLabel('新手机号').fill(contact)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: '密码' })).toBeFocused()
    await dialog.getByRole('textbox', { name: '密码' }).fill('Wrong2026old')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('密码不正确')).toBeVisible()
    await dialog.getByRole('button', { name: '上一步' }).click()
    await expect(dialog.getByLabel('新手机号')).toHaveValue(contact)
    await expect(dialog.getByLabel('新手机号')).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: '密码' }).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: /秒后重新获取/ })).toBeDisabled()
    await expect(dialog.getByRole('textbox', { name: '验证码' })).toBeFocused()
    await dialog.getByRole('textbox', { name: '验证码' }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('验证码错误或已过期')).toBeVisible()

    await page.reload()
    const again = await openInfo(page)
    await expect(again).toContainText(account.phone)
    await expect(again).toContainText('待验证')
    await again.getByRole('button', { name: '继续验证' }).click()
    await expect(dialog.getByRole('textbox', { name: '验证码' })).toBeFocused()
    await dialog.getByRole('textbox', { name: '验证码' }).fill(codeIn(await nextMessageTo(contact)))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`手机号已更换为 ${contact}`)).toBeVisible()
    await expect(dialog.locator('.arco-btn-primary')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(again).toContainText(contact)
    await expect(again).not.toContainText(account.phone)
    expect((await nextMessageTo(account.phone, 1)).text).toContain('手机号已于')
  })

  test('are verified by a code if they are unverified', async ({ page }) => {
    const account = await newAccount('proves')
    await inDatabase((trx) =>
      trx.updateTable('appUser').set({ phoneValid: 1 }).where('userName', '=', account.userName).execute(),
    )
    const info = await begin(page, account)
    await expect(info.getByText('未验证')).toBeVisible()
    const known = (await messagesTo(account.phone)).length
    await info.getByRole('button', { name: '验证手机号' }).click()
    const dialog = page.getByRole('dialog', { name: '验证手机号' })
    await dialog.getByRole('textbox', { name: '密码' }).fill(account.password)
    await page.keyboard.press('Enter')
    await dialog
      .getByRole('textbox', { name: '验证码' })
      .fill(codeIn(await nextMessageTo(account.phone, known)))
    await dialog.getByRole('button', { name: '验证手机号' }).click()
    await expect(dialog.getByText(`手机号 ${account.phone} 已验证`)).toBeVisible()
    await dialog.locator('.arco-btn-primary').click()
    await expect(info.getByText('已验证')).toHaveCount(2)
  })

  test('are changed with a code sent to the current contact, and a pending change can be withdrawn', async ({
    page,
  }) => {
    const account = await newAccount('proved')
    const info = await begin(page, account)
    await info.getByRole('button', { name: '更换电子邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '更换电子邮箱' })
    const known = (await messagesTo(account.email)).length
    await dialog.getByLabel('新电子邮箱').fill(`new.${account.email}`)
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByText(/用验证码验证/).click()
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    const proof = await nextMessageTo(account.email, known)
    expect(proof.text).toContain(account.userName)
    await dialog.getByRole('textbox', { name: '验证码' }).fill(codeIn(proof))
    await dialog.getByRole('button', { name: '下一步' }).click()
    await expect(dialog.getByText(`验证码已发送至 new.${account.email}`)).toBeVisible()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await info.getByRole('button', { name: '撤销更换' }).click()
    await page
      .getByRole('dialog', { name: '撤销此次更换？' })
      .getByRole('button', { name: '撤销更换' })
      .click()
    await expect(info).not.toContainText('待验证')
    await expect(info).toContainText(account.email)
    await expect(info.getByRole('button', { name: '更换电子邮箱' })).toBeVisible()
  })

  test('show that another user already has a contact only after its code was entered', async ({ page }) => {
    const [account, owner] = [await newAccount('wants'), await newAccount('owns')]
    const info = await begin(page, account)
    await info.getByRole('button', { name: '更换手机号' }).click()
    const dialog = page.getByRole('dialog', { name: '更换手机号' })
    await dialog.getByLabel('新手机号').fill(owner.phone)
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: '密码' }).fill(account.password)
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: '验证码' }).fill(codeIn(await nextMessageTo(owner.phone, 1)))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('该邮箱或手机号已被其他账号使用')).toBeVisible()
    await expect(dialog.getByLabel('新手机号')).toHaveValue(owner.phone)
  })
})

test('the language is stored in the profile and applies on other machines', async ({ page, browser }) => {
  await page.goto('/#/softIndex')
  await page.getByRole('button', { name: '中文' }).click()
  const saved = page.waitForResponse(/update\/self/)
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await saved
  const elsewhere = await browser.newContext({ baseURL: suiteUrl })
  try {
    const other = await elsewhere.newPage()
    await signIn(other, await readAccount(tenantAdministrator))
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
    await other.getByRole('button', { name: 'English' }).click()
    const restored = other.waitForResponse(/update\/self/)
    await other.getByRole('menuitemradio', { name: '中文' }).click()
    await restored
  } finally {
    await elsewhere.close()
  }
})
