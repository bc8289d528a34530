import { codeIn, nextMessageTo } from './support/inbox.ts'
import { inviteByEmail } from './support/invitations.ts'
import { phoneOf } from './support/phones.ts'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'nobody' })

const newEmail = () => `${unique('invited')}@hospital.example`

test('an invitation creates an account only once', async ({ page, context }) => {
  const account = { userName: unique('wang'), password: 'Fresh2026wang' }
  const phone = phoneOf(account.userName)
  const key = await inviteByEmail(newEmail())
  await page.goto(`/#/register?key=${key}`)
  await expect(page.getByLabel('租户名称')).toHaveAttribute('readonly')
  await expect(page.getByLabel('电子邮箱')).toHaveAttribute('readonly')

  await test.step('rules are shown at the fields', async () => {
    await page.getByLabel('用户名').fill('a@b')
    await page.getByLabel('手机号').fill('12a')
    await page.getByRole('button', { name: '注册并加入' }).click()
    await expect(page.getByText('请输入姓名！')).toBeVisible()
    await expect(page.getByText('用户名不能少于 4 个字符')).toBeVisible()
    await expect(page.getByText('手机号只能包含数字')).toBeVisible()
    await expect(page.getByText('请选择岗位！')).toBeVisible()
    await expect(page.getByText('请先获取验证码')).toBeVisible()
  })
  await test.step('a name that is already in use is rejected at its field', async () => {
    await page.getByLabel('姓名').fill('王晓')
    await page.getByLabel('用户名').fill('Admin')
    await page.getByLabel('密码', { exact: true }).fill(account.password)
    await page.getByLabel('手机号').fill(phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('短信验证码').fill(codeIn(await nextMessageTo(phone)))
    await page.getByRole('combobox', { name: '岗位' }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: '注册并加入' }).click()
    await expect(page.getByText('用户名已被使用，请换一个')).toBeVisible()
  })
  await page.getByLabel('用户名').fill(account.userName)
  await page.getByRole('button', { name: '注册并加入' }).click()
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()

  await test.step('the key of the invitation is used up', async () => {
    const again = await context.newPage()
    await again.goto(`/#/register?key=${key}`)
    await expect(again.getByRole('heading', { name: '邀请已被接受' })).toBeVisible()
    await expect(again.getByRole('status')).toContainText('该邀请已被接受，请直接登录')
    await expect(again.getByRole('button', { name: '去登录' })).toBeVisible()
    await again.close()
  })
  await page.getByRole('button', { name: '去登录' }).click()
  await expect(page.getByLabel('用户名')).toHaveValue(account.userName)
  await signIn(page, account)
})

test('a half-filled form asks before it is left, and follows the language', async ({ page }) => {
  const key = await inviteByEmail(newEmail())
  await page.goto('/#/signIn/index')
  await page.goto(`/#/register?key=${key}`)
  await page.getByLabel('姓名').fill('王晓')
  await page.goBack()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByLabel('姓名')).toHaveValue('王晓')
  await page.getByRole('button', { name: /中文/ }).click()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('王晓')
})
