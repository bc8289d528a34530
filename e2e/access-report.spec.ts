import { readFile } from 'node:fs/promises'
import { studyLinkSave, studyUserList, studyUserRemove, studyUserSave } from '@atrium/contract'
import type { Browser, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addMembers, addProduct, addStudy } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { chooseAction } from './support/users.ts'
import { signInWorker } from './support/workers.ts'

/** Adds a tenant with an administrator, who authorizes a user for a study. */
async function grantAccess(api: Api) {
  const [tenantId = ''] = await addTenants(api, unique('访问医药'))
  const administrator = await addAdministrator(api, tenantId, unique('管甲'))
  const [name, studyName] = [unique('访员'), unique('访问研究')]
  const tenantUserIds = await addMembers(api, tenantId, name)
  const studyId = await addStudy(api, tenantId, { name: studyName })
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await administrator.api(studyUserSave, { studyUrlId, tenantUserIds, studySiteIds: [] })
  return { administrator, name, studyName, studyUrlId }
}

/** Cancels the authorizations of all users for a study. */
async function cancelAccess(api: Api, studyUrlId: string): Promise<void> {
  const { list } = await api(studyUserList, { studyUrlId })
  await api(studyUserRemove, { ids: list.map(({ id }) => id) })
}

/** Signs a user in on a page of their own. */
async function pageOf(browser: Browser, user: { readonly id: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: suiteUrl })
  await context.addCookies([{ name: 'language', value: 'zh', url: suiteUrl }])
  const page = await context.newPage()
  await signInWorker(page, user)
  return page
}

/** Waits for the next full second, because users choose instants to the second. @returns it as the page shows it */
async function nextSecond(page: Page): Promise<string> {
  const second = Math.ceil(Date.now() / 1000) * 1000
  await expect.poll(() => Date.now()).toBeGreaterThan(second)
  return page.evaluate(
    (at) =>
      new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at)),
    second,
  )
}

async function enter(page: Page, field: string, instant: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).fill(instant)
  await page.keyboard.press('Enter')
}

test('the report says who authorized a user and why, and shows ended access at the earlier instant only', async ({
  api,
  browser,
}) => {
  const { administrator, name, studyName, studyUrlId } = await grantAccess(api)
  const page = await pageOf(browser, administrator)
  await page.goto(`/#/tenantManager/tenantUser?${new URLSearchParams({ keyWord: name })}`)
  await chooseAction(rowOf(page, name), '访问权限')
  await expect(page).toHaveURL(/accessReport\?.*userId=/)
  const row = rowOf(page, studyName)
  for (const text of [name, '整个研究', '有效', administrator.name, 'e2e'])
    await expect(row).toContainText(text)
  await row.getByRole('button', { name: /^历史/ }).click()
  const history = page.getByRole('dialog', { name: `历史：${name}` })
  await expect(history.getByRole('row').filter({ hasText: administrator.name }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const granted = await nextSecond(page)

  await cancelAccess(administrator.api, studyUrlId)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: '的访问权限' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await enter(page, '时间点', '2999-01-31')
  await expect(page.getByRole('alert').filter({ hasText: '时间点不能晚于当前时间' })).toBeVisible()
  await checkAccessibility(page)
  await enter(page, '时间点', granted)
  await expect(row).toContainText(administrator.name)
  await page.reload()
  await expect(row).toContainText(administrator.name)

  await page.getByRole('textbox', { name: '时间点', exact: true }).fill('')
  await expect(row).toHaveCount(0)
  await enter(page, '对比时间点', granted)
  for (const text of ['移除', administrator.name, 'e2e']) await expect(row).toContainText(text)
  await checkAccessibility(page)
  await page.getByRole('button', { name: '选择导出格式' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const [titles = '', line = '', ...others] = (await readFile(await download.path(), 'utf8'))
    .trim()
    .split('\n')
  expect(titles).toContain('授权人')
  for (const text of ['移除', name, studyName, administrator.name, 'e2e']) expect(line).toContain(text)
  expect(others).toEqual([])

  const other = await grantAccess(api)
  const theirs = await pageOf(browser, other.administrator)
  await theirs.goto(`/#/software/accessReport?${new URLSearchParams({ keyWord: name })}`)
  await expect(theirs.getByText('没有符合条件的访问权限')).toBeVisible()
  await theirs.goto('/#/software/accessReport')
  await theirs.reload()
  await expect(rowOf(theirs, other.studyName)).toBeVisible()
  for (const each of [page, theirs]) await each.context().close()
})
