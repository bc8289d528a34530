import { expect, type Page } from '@playwright/test'
import { fromNewAddress } from './addresses.ts'
import { endSessionOf } from './end-session.ts'
import { agePassword, inviteByEmail, newAccount } from './invitations.ts'
import type { OpenView, PageUnderTest } from './page-under-test.ts'
import { signIn, submitSignIn } from './sessions.ts'
import { administrator } from './suite.ts'
import { unique } from './unique.ts'
import { unverifiedAccount } from './verification.ts'

const words = {
  zh: {
    sms: '短信登录',
    userName: '用户名',
    next: '下一步',
    code: '验证码',
    reset: '重置密码',
    newPassword: '新密码',
    name: '姓名',
    password: '密码',
    position: '岗位',
    join: '注册并加入',
    verify: '验证邮箱',
    verified: '邮箱验证成功',
  },
  en: {
    sms: 'SMS code',
    userName: 'User name',
    next: 'Next',
    code: 'Verification code',
    reset: 'Reset password',
    newPassword: 'New password',
    name: 'Full name',
    password: 'Password',
    position: 'Position',
    join: 'Register and join',
    verify: 'Verify address',
    verified: 'E-mail address verified',
  },
} as const

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const bySms: OpenView = async (page, language) => {
  await page.goto('/#/signIn/index')
  await page.getByRole('tab', { name: words[language].sms }).click()
  await expect(page.getByRole('tabpanel').getByRole('textbox')).toHaveCount(2)
}

const expiringPassword: OpenView = async (page, language) => {
  const account = await newAccount('expiring')
  await agePassword(account.userName, 85)
  await submitSignIn(page, account, language)
  await expect(page.getByRole('dialog')).toBeVisible()
}

const relogin: OpenView = async (page, language) => {
  await signIn(page, administrator, language)
  await endSessionOf(page, 'expired')
  await page.reload()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(2)
}

/** Uses an unknown user name, because the server responds to every name in the same way. */
const forgottenCode: OpenView = async (page, language) => {
  const { userName, next } = words[language]
  await fromNewAddress(page.context())
  await page.goto('/#/signIn/getBackPwd')
  await field(page, userName).fill('nobody-has-this-name')
  await press(page, next)
  await expect(page).toHaveURL(/step=code/)
  await expect(page.getByRole('textbox')).toHaveCount(1)
}

const forgottenPassword: OpenView = async (page, language) => {
  const { code, next, newPassword, reset } = words[language]
  await field(page, code).fill('123456')
  await press(page, next)
  await field(page, newPassword).fill('short')
  await press(page, reset)
  await expect(page.locator('.arco-form-message')).toHaveCount(2)
}

const registration: OpenView = async (page, language) => {
  const { name, userName, password, position, join } = words[language]
  const key = await inviteByEmail(`${unique('invited')}@hospital.example`, { language })
  await page.goto(`/#/register?key=${key}`)
  await field(page, name).fill('王晓')
  await field(page, userName).fill('wangxiao')
  await field(page, password).fill('Fresh2026')
  await page.getByRole('combobox', { name: position }).click()
  await page.getByRole('option').first().click()
  await press(page, join)
  // One error at the phone, one at its code.
  await expect(page.locator('.arco-form-message')).toHaveCount(2)
}

const verification: OpenView = async (page, language) => {
  const { link } = await unverifiedAccount('checked', language)
  await page.goto(link)
  await expect(page.getByRole('button', { name: words[language].verify })).toBeVisible()
}

const verified: OpenView = async (page, language) => {
  await press(page, words[language].verify)
  await expect(page.getByRole('heading', { name: words[language].verified })).toBeVisible()
}

/** The pages for registration, recovery and signing in, except the sign-in page itself. */
export const identityPages: readonly PageUnderTest[] = [
  { name: 'sign-in by SMS', as: 'nobody', views: { 'sign-in by SMS': bySms } },
  {
    name: 'forgotten password',
    as: 'nobody',
    views: { 'forgotten password, code': forgottenCode, 'forgotten password, new one': forgottenPassword },
  },
  {
    name: 'registration',
    as: 'nobody',
    views: { 'registration, filled in': registration },
  },
  {
    name: 'verification of an address',
    as: 'nobody',
    views: { 'verification link': verification, 'verified address': verified },
  },
  {
    name: 'password that expires soon',
    as: 'nobody',
    views: { 'password that expires soon': expiringPassword },
  },
  { name: 're-login', as: 'nobody', views: { 're-login': relogin } },
]
