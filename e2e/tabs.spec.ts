import { endSessionOf } from './support/end-session.ts'
import { askByNotes, buildNotes, joinNotes } from './support/notes.ts'
import { readAccount, signIn } from './support/sessions.ts'
import { administrator, tenantAdministrator } from './support/suite.ts'
import { openTenantDialog, openTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

// These tests end sessions, so each signs in itself.
test.use({ as: 'nobody' })
test.beforeAll(buildNotes)

test('signing out in one tab signs out in all tabs', async ({ context, page }) => {
  await signIn(page)
  const other = await context.newPage()
  await openTenants(other)
  await page.getByRole('button', { name: '平台管理员' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click()
  await expect(page).toHaveURL(/#\/signIn\/index$/)
  await expect(other).toHaveURL(/#\/signIn\/index$/)
})

test('signing in again in one tab continues the others, with their input', async ({ context, page }) => {
  await signIn(page)
  await openTenants(page)
  const notes = await joinNotes(page)
  const form = await openTenantDialog(page)
  await form.getByLabel('租户名称').fill('另一个标签页里填的')
  const other = await context.newPage()
  await openTenants(other)
  await endSessionOf(page, 'ended')
  await askByNotes(page)
  await expect(page.getByRole('dialog', { name: '超时验证' })).toBeVisible()

  await other.reload()
  const dialog = other.getByRole('dialog', { name: '超时验证' })
  await dialog.getByRole('textbox', { name: '密码' }).fill(administrator.password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog', { name: '超时验证' })).toBeHidden()
  await expect(notes).toHaveAttribute('data-answered', '1')
  await expect(form.getByLabel('租户名称')).toHaveValue('另一个标签页里填的')
})

test('signing in as another user in one tab restarts the others', async ({ context, page }) => {
  await signIn(page)
  await openTenants(page)
  const other = await context.newPage()
  await openTenants(other)
  await endSessionOf(other, 'expired')
  await other.reload()
  await other.getByRole('button', { name: '切换账号' }).click()
  await expect(page).toHaveURL(/#\/signIn\/index$/)
  const account = await readAccount(tenantAdministrator)
  await other.getByLabel('用户名').fill(account.userName)
  await other.getByRole('textbox', { name: '密码' }).fill(account.password)
  await other.getByRole('button', { name: '登录', exact: true }).click()
  await expect(other).not.toHaveURL(/signIn/)
  await expect(page).not.toHaveURL(/signIn/)
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: '平台管理员' })).toHaveCount(0)
})
