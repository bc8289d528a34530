import { membershipStatus, tenantUserList, tenantUserUpdateBase } from '@atrium/contract'
import type { Browser, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addMembers } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { chooseAction, dialogOf } from './support/users.ts'
import { signInWorker } from './support/workers.ts'

type Language = 'zh' | 'en'

const words = {
  title: { zh: '审计追踪', en: 'Audit trail' },
  person: { zh: '操作人', en: 'Person' },
  act: { zh: '操作', en: 'Act' },
  event: { zh: '操作记录', en: 'Event' },
  enabled: { zh: '启用', en: 'Enabled' },
  disabled: { zh: '停用', en: 'Disabled' },
  seal: { zh: /已封签，验证通过|尚未封签/, en: /Sealed, verified|Not sealed yet/ },
  sameRequest: { zh: '查看同一请求的记录', en: 'Show events of this request' },
  request: { zh: '请求编号', en: 'Request ID' },
} satisfies Record<string, Record<Language, string | RegExp>>

/** Adds a tenant with an administrator, who disables a user. */
async function addTenantWithEdit(api: Api) {
  const tenantName = unique('追踪医药')
  const [tenantId = ''] = await addTenants(api, tenantName)
  const administrator = await addAdministrator(api, tenantId, unique('陆清'))
  const name = unique('顾言')
  await addMembers(api, tenantId, name)
  const [member] = (await administrator.api(tenantUserList, { tenantId, keyWord: name })).list
  if (!member) throw new Error(`${name} is not in the tenant`)
  const { id, rowVersion } = member
  await administrator.api(tenantUserUpdateBase, { id, rowVersion, enabled: membershipStatus.disabled })
  return { tenantId, tenantName, administrator, name }
}

type Edited = Awaited<ReturnType<typeof addTenantWithEdit>>

/** Opens a page of another user, who is signed in. */
async function pageOf(browser: Browser, id: string, language: Language): Promise<Page> {
  const context = await browser.newContext({ baseURL: suiteUrl })
  await context.addCookies([{ name: 'language', value: language, url: suiteUrl }])
  const page = await context.newPage()
  await signInWorker(page, { id })
  return page
}

async function openTrail(page: Page, language: Language, state: Record<string, string>): Promise<void> {
  await page.goto(`/#/software/auditTrail?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title[language])
}

/** Chooses an option of a filter by typing. */
async function filterBy(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('search').getByRole('combobox', { name: field, exact: true }).click()
  await page.keyboard.type(option)
  await page.getByRole('option').filter({ hasText: option }).first().click()
}

/** Filters by person and kind of act, opens the event, and follows its request. */
async function findEdit(page: Page, language: Language, edited: Edited): Promise<void> {
  const { tenantId, administrator, name } = edited
  await openTrail(page, language, { tenantId, call: tenantUserUpdateBase.path })
  await filterBy(page, words.person[language], administrator.name)
  await expect(page).toHaveURL(/actorId=/)
  const row = rowOf(page, administrator.name)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(name)
  await row.getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: words.event[language] })
  const field = dialog.getByRole('row').filter({ hasText: words.disabled[language] })
  await expect(field).toContainText(words.enabled[language])
  await expect(dialog).toContainText(administrator.name)
  await expect(dialog).toContainText('UTC')
  await expect(dialog.locator('.history-seal')).toContainText(words.seal[language])
  await checkAccessibility(page)
  await page.reload()
  await expect(field).toBeVisible()
  await dialog.getByRole('button', { name: words.sameRequest[language] }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: words.request[language] })).not.toHaveValue('')
  await expect(row).toHaveCount(1)
}

for (const language of ['zh', 'en'] as const)
  test.describe(language, () => {
    test.use({ language })

    test('shows an edit of a tenant user to the platform and to the tenant', async ({
      page,
      api,
      browser,
    }) => {
      test.slow()
      const edited = await addTenantWithEdit(api)
      await findEdit(page, language, edited)
      const theirs = await pageOf(browser, edited.administrator.id, language)
      await findEdit(theirs, language, edited)
      await theirs.context().close()
    })
  })

test('opens the history of a tenant user from the row', async ({ page, api }) => {
  const { tenantId, administrator, name } = await addTenantWithEdit(api)
  await page.goto(`/#/tenantManager/tenantUser?${new URLSearchParams({ tenantId, keyWord: name })}`)
  await chooseAction(rowOf(page, name), '历史')
  const dialog = page.getByRole('dialog', { name: `历史：${name}` })
  const row = dialog.getByRole('row').filter({ hasText: administrator.name })
  await row.getByRole('button').first().click()
  const details = page.getByRole('dialog', { name: `操作记录：${name}` })
  await expect(details.getByRole('row').filter({ hasText: '停用' })).toContainText('启用')
  await details.getByRole('button', { name: '返回列表' }).click()
  await expect(row).toBeVisible()
})

test('opens the history of a tenant user from the dialog that edits it', async ({ page, api }) => {
  const { tenantId, administrator, name } = await addTenantWithEdit(api)
  await page.goto(`/#/tenantManager/tenantUser?${new URLSearchParams({ tenantId, keyWord: name })}`)
  await rowOf(page, name)
    .getByRole('button', { name: `编辑 ${name}` })
    .click()
  const dialog = dialogOf(page, `编辑“${name}”的租户信息`)
  await dialog.getByRole('button', { name: '历史', exact: true }).click()
  const history = dialogOf(page, `历史：${name}`)
  const row = history.getByRole('row').filter({ hasText: administrator.name })
  await expect(row).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: '历史', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('shows a tenant administrator no event of other tenants', async ({ api, browser }) => {
  const other = await addTenantWithEdit(api)
  const { administrator, tenantName } = await addTenantWithEdit(api)
  const page = await pageOf(browser, administrator.id, 'zh')
  await openTrail(page, 'zh', {})
  await expect(rowOf(page, tenantName).first()).toBeVisible()
  await expect(rowOf(page, other.tenantName)).toHaveCount(0)
  await openTrail(page, 'zh', { tenantId: other.tenantId })
  await expect(rowOf(page, other.tenantName)).toHaveCount(0)
  await page.context().close()
})
