import { fromNewAddress } from './support/addresses.ts'
import { codeIn, messagesTo, nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'nobody' })

test.beforeEach(({ context }) => fromNewAddress(context))

test('four steps lead to a new password, with any steps back and forth', async ({ page }) => {
  const { userName, phone } = await newAccount('forgetful')
  await page.goto('/#/forget')
  await page.getByLabel('用户名').fill(userName)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText(/已绑定手机号或已验证邮箱/)).toBeVisible()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /秒后重新获取/ })).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('button', { name: /秒后重新获取/ })).toBeDisabled()

  await test.step('a wrong code leads back to its step, and keeps the new password', async () => {
    await page.getByLabel('验证码').fill('000000')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('新密码', { exact: true }).fill('Fresh2026one')
    await page.getByLabel('确认新密码').fill('Fresh2026two')
    await page.getByRole('button', { name: '重置密码' }).click()
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
    await page.getByLabel('确认新密码').fill('Fresh2026one')
    await page.getByRole('button', { name: '重置密码' }).click()
    await expect(page.getByRole('alert')).toContainText('验证码错误或已过期')
  })
  await test.step('back and forward lose nothing', async () => {
    await page.getByLabel('验证码').fill(codeIn(await nextMessageTo(phone, 1)))
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByLabel('新密码', { exact: true })).toHaveValue('Fresh2026one')
    await page.goBack()
    await page.goBack()
    await expect(page.getByLabel('用户名')).toHaveValue(userName)
    await page.goForward()
    await page.goForward()
    await expect(page.getByLabel('确认新密码')).toHaveValue('Fresh2026one')
  })
  await test.step('the page asks before it is left', async () => {
    await page.getByRole('button', { name: '返回登录' }).click()
    await page.getByRole('button', { name: '继续填写' }).click()
  })
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('密码已重置，请使用新密码登录')).toBeVisible()
  await expect(page.getByLabel('用户名')).toHaveValue(userName)
  await signIn(page, { userName, password: 'Fresh2026one' })
})

test('the second of two tabs that reset a password with one code shows that the code is used', async ({
  context,
}) => {
  const { userName, phone } = await newAccount('twice')
  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const tab of tabs) {
    await tab.goto('/#/forget')
    await tab.getByLabel('用户名').fill(userName)
    await tab.getByRole('button', { name: '下一步' }).click()
    await expect(tab.getByLabel('验证码')).toBeVisible()
  }
  const [first, second] = tabs
  await first.getByRole('button', { name: '获取验证码' }).click()
  const code = codeIn(await nextMessageTo(phone, 1))
  for (const [tab, password] of [
    [first, 'Fresh2026one'],
    [second, 'Fresh2026two'],
  ] as const) {
    await tab.getByLabel('验证码').fill(code)
    await tab.getByRole('button', { name: '下一步' }).click()
    await tab.getByLabel('新密码', { exact: true }).fill(password)
    await tab.getByLabel('确认新密码').fill(password)
  }
  await first.getByRole('button', { name: '重置密码' }).click()
  await expect(first.getByText('密码已重置，请使用新密码登录')).toBeVisible()
  await second.getByRole('button', { name: '重置密码' }).click()
  await expect(second.getByRole('alert')).toContainText('验证码错误或已过期')
  // A sign-in reloads the other tabs. This one would ask whether to discard its input, and nobody would answer.
  await second.close()
  await signIn(first, { userName, password: 'Fresh2026one' })
})

test('after the third call from an address a captcha is required, and no input is lost', async ({
  page,
  context,
}) => {
  const { userName, phone } = await newAccount('often')
  const captcha = page.getByRole('textbox', { name: '图形验证码' })
  const next = page.getByRole('button', { name: '下一步' })
  for (let time = 1; time <= 3; time += 1) {
    await page.goto('/#/signIn/getBackPwd')
    await page.getByLabel('用户名').fill(userName)
    await expect(captcha).toBeHidden()
    await next.click()
    await expect(page).toHaveURL(/step=code/)
  }
  await test.step('before sending a code', async () => {
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByRole('alert')).toContainText('操作较为频繁，请输入图形验证码')
    const image = page.getByRole('img', { name: '图形验证码图片' })
    const before = await image.getAttribute('src')
    await captcha.fill('XXXX')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByRole('alert')).toContainText('图形验证码错误或已失效')
    await expect(image).not.toHaveAttribute('src', before ?? '')
    await expect(captcha).toHaveValue('')
    expect(await messagesTo(phone)).toHaveLength(1)
  })
  await test.step('before looking up a name', async () => {
    await page.goto('/#/signIn/getBackPwd')
    await page.reload()
    await page.getByLabel('用户名').fill(userName)
    await next.click()
    await expect(captcha).toBeVisible()
    await expect(page.getByLabel('用户名')).toHaveValue(userName)
    await next.click()
    await expect(page.getByText('请输入图形验证码！')).toBeVisible()
  })
  await test.step('before sending a reminder', async () => {
    await page.getByRole('link', { name: '忘记用户名' }).click()
    await page.getByLabel('邮箱或手机号').fill(phone)
    await page.getByRole('button', { name: '发送用户名' }).click()
    await expect(captcha).toBeVisible()
    await expect(page.getByLabel('邮箱或手机号')).toHaveValue(phone)
  })
  await test.step('but not elsewhere', async () => {
    await fromNewAddress(context)
    await page.goto('/#/signIn/getBackPwd')
    await page.getByLabel('用户名').fill(userName)
    await next.click()
    await expect(page).toHaveURL(/step=code/)
  })
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a forgotten user name is sent to the user’s e-mail address', async ({ page }) => {
    const { userName, email } = await newAccount('nameless')
    await page.goto('/#/signIn/index')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('link', { name: 'Forgot your user name?' }).click()
    await page.getByLabel('E-mail or phone').fill(email)
    await page.getByRole('button', { name: 'Send user name' }).click()
    await expect(page.getByRole('status')).toContainText('its user name has been sent there')
    expect((await nextMessageTo(email, 1)).text).toContain(userName)
  })
})
