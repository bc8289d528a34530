import type { Page, Request, Route } from '@playwright/test'
import { endSessionOf } from './support/end-session.ts'
import { askByNotes, buildNotes, joinNotes } from './support/notes.ts'
import { signIn } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { choose, openTenantDialog, openTenants, rowOf, searchField } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

// Each test ends its session, so each signs in itself.
test.use({ as: 'nobody' })
test.beforeAll(buildNotes)

const reloginOf = (page: Page) => page.getByRole('dialog', { name: '超时验证' })

const signInAgain = async (page: Page) => {
  const dialog = reloginOf(page)
  await dialog.getByRole('textbox', { name: '密码' }).fill(administrator.password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/**
 * Delays requests to these paths.
 * @returns a function that lets them through
 */
const holdBack = async (page: Page, ...paths: string[]) => {
  const free = Promise.withResolvers<void>()
  const holdRequest = async (route: Route) => {
    await free.promise
    await route.continue()
  }
  for (const path of paths) await page.route(`**/api${path}*`, holdRequest)
  return free.resolve
}

/** Message that the specification requires, for any end of the session. */
const reason = '您的登录身份已过期，请重新登录'

test('calls of two remotes that fail because the session has ended continue after signing in again', async ({
  page,
}) => {
  const name = unique('续办医药')
  const requests: Request[] = []
  page.on('request', (request) => void requests.push(request))
  const sent = (path: string) => requests.filter((request) => request.url().includes(path)).length
  await signIn(page)
  await openTenants(page)
  const notes = await joinNotes(page)
  const form = await openTenantDialog(page)
  await form.getByLabel('租户名称').fill(name)
  await form.getByLabel('简称').fill('续办')
  await choose(page, '类别', '申办方')
  const letGo = await holdBack(page, '/tenant/save', '/sys/user/getUserCenterInfo')
  await form.getByRole('button', { name: '保存' }).click()
  await askByNotes(page)
  await expect.poll(() => sent('/tenant/save') + sent('/sys/user/getUserCenterInfo')).toBe(2)
  await endSessionOf(page, 'expired')
  letGo()

  const dialog = reloginOf(page)
  await expect(dialog).toHaveCount(1)
  await expect(dialog).toContainText(reason)
  await expect(dialog.getByRole('textbox', { name: '用户名' })).toBeDisabled()
  await expect(dialog.getByRole('textbox', { name: '用户名' })).toHaveValue(administrator.userName)
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 400)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0)
  await askByNotes(page) // waits with the others

  await signInAgain(page)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(notes).toHaveAttribute('data-answered', '2')
  await expect(notes).toHaveAttribute('data-refused', '0')
  expect(sent('/tenant/save')).toBe(2)
  expect(sent('/sys/user/getUserCenterInfo')).toBe(3)
  await searchField(page).fill(name)
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(1)
})

test('a half-filled form survives signing in again, even with a wrong password first', async ({ page }) => {
  await signIn(page)
  await openTenants(page)
  await joinNotes(page)
  const form = await openTenantDialog(page)
  await form.getByLabel('租户名称').fill('半填的租户')
  await form.getByLabel('地址').fill('杭州市滨江区')
  await endSessionOf(page, 'expired')
  await askByNotes(page)
  const dialog = reloginOf(page)
  await dialog.getByRole('textbox', { name: '密码' }).fill('Wrong1234')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog.getByText('用户名、密码或图形验证码不正确')).toBeVisible()
  await signInAgain(page)
  await expect(form.getByLabel('租户名称')).toHaveValue('半填的租户')
  await expect(form.getByLabel('地址')).toHaveValue('杭州市滨江区')
})

test('a page that is opened after the session has ended asks to sign in, then shows the requested screen', async ({
  page,
}) => {
  await signIn(page)
  await endSessionOf(page, 'outlived')
  await page.goto('/#/systemManger/tenant')
  await page.reload()
  await expect(reloginOf(page)).toContainText(reason)
  await signInAgain(page)
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
})

test('switching the account leads to the sign-in page', async ({ page }) => {
  await signIn(page)
  await openTenants(page)
  const notes = await joinNotes(page)
  await endSessionOf(page, 'expired')
  await askByNotes(page)
  await reloginOf(page).getByRole('button', { name: '切换账号' }).click()
  await expect(page).toHaveURL(/#\/signIn\/index$/)
  await expect(notes).toHaveAttribute('data-refused', '1')
  await expect(reloginOf(page)).toHaveCount(0)
})

test('a user whose sign-in method is unknown is signed out at once and led back', async ({ page }) => {
  await signIn(page)
  await page.evaluate(() => localStorage.removeItem('atrium.loginType'))
  await page.goto('/#/systemManger/tenant')
  await page.reload()
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
  await joinNotes(page)
  await endSessionOf(page, 'expired')
  await askByNotes(page)
  await expect(page).toHaveURL(/#\/signIn\/index$/)
  await expect(page.getByText(reason)).toBeVisible()
  await page.getByLabel('用户名').fill(administrator.userName)
  await page.getByRole('textbox', { name: '密码' }).fill(administrator.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
})

test('the stored data about the sign-in is not readable in the browser’s storage', async ({ page }) => {
  await signIn(page)
  const kept = () =>
    page.evaluate(() => ['loginName', 'loginType'].map((name) => localStorage.getItem(`atrium.${name}`)))
  await expect.poll(async () => (await kept()).every((value) => value?.startsWith('v1.'))).toBe(true)
  expect((await kept()).join()).not.toContain(administrator.userName)
})
