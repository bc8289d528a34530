import { updateSelf, userResetPassword } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { linkIn, nextMessageTo } from './support/inbox.ts'
import { inviteByEmail, newAccount } from './support/invitations.ts'
import { signIn } from './support/sessions.ts'
import { inboxUrl } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { listedUser } from './support/users.ts'
import { unverifiedAccount } from './support/verification.ts'

test.use({ as: 'nobody' })

const userName = (page: Page, label = '用户名') => page.getByLabel(label)

test('a verification link for another user asks before signing out, and other tabs follow the sign-out', async ({
  page,
  context,
}) => {
  const [visitor, owner] = [await newAccount('visitor'), await unverifiedAccount('owner')]
  await signIn(page, visitor)
  const mail = await context.newPage()
  await mail.goto(owner.link)
  await expect(mail.getByRole('heading', { name: `当前登录的是王晓（${visitor.userName}）` })).toBeVisible()
  await expect(mail.getByRole('alert')).toContainText(`此链接是发给账号“${owner.userName}”的`)
  await expect(mail.getByRole('button', { name: '验证邮箱' })).toHaveCount(0)

  await test.step('a user who stays signed in returns to the landing page, and the link still works', async () => {
    await mail.getByRole('button', { name: `以王晓（${visitor.userName}）的身份进入系统` }).click()
    await expect(mail).toHaveURL(/#\/softIndex$/)
    await expect(mail.getByRole('button', { name: '用户菜单' })).toContainText('王晓')
    await mail.goBack()
  })
  await mail.getByRole('button', { name: '退出当前账号并继续' }).click()
  await expect(mail.getByText(`账号 ${owner.userName} 登记了邮箱 ${owner.email}`)).toBeVisible()
  await expect(page).toHaveURL(/#\/signIn\/index$/)
  await mail.getByRole('button', { name: '验证邮箱' }).click()
  await expect(mail.getByRole('heading', { name: '邮箱验证成功' })).toBeVisible()
  await mail.getByRole('button', { name: '去登录' }).click()
  await signIn(mail, owner)
})

test('an invitation that another user opens makes that user no member', async ({ page }) => {
  const visitor = await newAccount('visitor')
  const email = `${unique('invited')}@hospital.example`
  const key = await inviteByEmail(email)
  await signIn(page, visitor)
  await page.goto(`/#/register?key=${key}`)
  await expect(page.getByRole('heading', { name: `当前登录的是王晓（${visitor.userName}）` })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(`此邀请是发给邮箱 ${email} 的`)
  await page.reload()
  await page.getByRole('button', { name: '退出当前账号并继续' }).click()
  await expect(page.getByLabel('电子邮箱')).toHaveValue(email)
  await expect(userName(page)).toHaveValue('')
})

const words = {
  zh: {
    signedIn: (userName: string) => `当前登录的是王晓（${userName}）`,
    stay: (userName: string) => `以王晓（${userName}）的身份进入系统`,
    leave: '退出当前账号并继续',
    user: '用户名',
    password: '密码',
    submit: '登录',
    menu: '用户菜单',
    old: '原密码',
    fresh: '新密码',
    again: '确认新密码',
    change: '确认修改',
  },
  en: {
    signedIn: (userName: string) => `You are signed in as 王晓 (${userName})`,
    stay: (userName: string) => `Stay signed in as 王晓 (${userName})`,
    leave: 'Sign out and continue',
    user: 'User name',
    password: 'Password',
    submit: 'Sign in',
    menu: 'User menu',
    old: 'Old password',
    fresh: 'New password',
    again: 'Confirm new password',
    change: 'Change password',
  },
} as const

/**
 * Double-clicks a text.
 * @returns the selection, as it would be copied
 */
const doubleClicked = async (page: Page, text: string): Promise<string> => {
  await page.getByText(text, { exact: true }).dblclick()
  return page.evaluate(() => String(getSelection()))
}

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a mailed password can be copied completely and signs in only its own user', async ({
      page,
      context,
      api: administrator,
    }) => {
      const t = words[language]
      const [visitor, owner] = [await newAccount('visitor'), await newAccount('owner')]
      await owner.api(updateSelf, { language })
      const { id } = await listedUser(administrator, owner.userName)
      await administrator(userResetPassword, { id })
      const message = await nextMessageTo(owner.email, 1)
      const password = message.text.split('\n').find((line) => /^[A-Za-z\d]{8,16}$/.test(line)) ?? ''
      await test.step('a double click in the HTML mail selects the same text', async () => {
        const mail = await context.newPage()
        await mail.goto(`${inboxUrl}/messages/${message.id}/html`)
        expect((await doubleClicked(mail, password)).trim()).toBe(password)
        await mail.close()
      })

      await signIn(page, visitor, language)
      await page.goto(linkIn(message))
      await expect(page.getByRole('heading', { name: t.signedIn(visitor.userName) })).toBeVisible()
      await page.getByRole('button', { name: t.stay(visitor.userName) }).click()
      await expect(page.getByRole('button', { name: t.menu })).toContainText('王晓')
      await page.goto(linkIn(message))
      await page.getByRole('button', { name: t.leave }).click()
      await expect(userName(page, t.user)).toHaveValue(owner.userName)

      await test.step('spaces that were copied along are dropped, both at sign-in and when changing the password', async () => {
        const field = page.getByRole('textbox', { name: t.password, exact: true })
        await field.fill(`\u3000${password}\u00a0\u200b`)
        await page.getByRole('button', { name: t.submit, exact: true }).click()
        await page.getByRole('textbox', { name: t.old, exact: true }).fill(` ${password}\u00a0`)
        await page.getByRole('textbox', { name: t.fresh, exact: true }).fill('\u3000Fresh2026new ')
        await page.getByRole('textbox', { name: t.again, exact: true }).fill('Fresh2026new\u200b')
        await page.getByRole('button', { name: t.change }).click()
        await expect(page).toHaveURL(/#\/signIn\/index$/)
      })
      await signIn(page, { userName: owner.userName, password: 'Fresh2026new' }, language)
    })
  })
}
