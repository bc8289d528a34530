import {
  categories,
  domainList,
  domainSave,
  inviteEdc,
  rejectionNotices,
  softwareCodes,
  studyLinkSave,
} from '@atrium/contract'
import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { nextMessageTo } from './support/inbox.ts'
import { registerBy, registrationKeyIn } from './support/invitations.ts'
import { phoneOf } from './support/phones.ts'
import { signIn } from './support/sessions.ts'
import { addProduct, addressOf, addStudy, entryOf } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/**
 * Invites an address to a study in EDC.
 * @returns the tenant
 */
const inviteByStudy = async (api: Api, address: string) => {
  const tenantName = unique('拒绝医药')
  const [tenantId = ''] = await addTenants(api, tenantName)
  const studyId = await addStudy(api, tenantId, { name: unique('拒绝研究') })
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await api(inviteEdc, {
    tenantId,
    studyUrlId,
    EmailList: [address],
    userRole: 'tenant-administrator',
    userTypeId: await entryOf(api, categories.userType),
    userPowerRoleId: '1',
    userStudyRoles: [{ roleId: '23', environmentId: '1', roleName: 'CRC' }],
  })
  return { tenantId, tenantName }
}

/** Sets the URL of the tenant's EDC to one that rejects every call, or back to one that accepts. */
const respondAs = async (api: Api, tenantId: string, failing: '' | '/refusing') => {
  const { list } = await api(domainList, { tenantId, softwareId: softwareCodes.edc })
  if (list[0]) await api(domainSave, { ...list[0], apiUrl: addressOf('edc') + failing })
}

/** Waits until the product has rejected a user of the tenant. */
const untilRejected = (api: Api, tenantId: string) =>
  expect
    .poll(async () => (await api(rejectionNotices, {})).granted.map((open) => open.tenantId), {
      timeout: 20_000,
    })
    .toContain(tenantId)

const notice = (page: Page, tenantName: string) =>
  page.locator('.landing-tasks').getByRole('listitem').filter({ hasText: tenantName })

const says = (page: Page, text: string | RegExp) =>
  expect(page.locator('.arco-message').getByText(text).last()).toBeVisible()

test('a rejection after registration is shown to inviter and invitee, and a retry succeeds', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const userName = unique('late')
  const address = `${userName}@hospital.example`
  const { tenantId, tenantName } = await inviteByStudy(api, address)
  await respondAs(api, tenantId, '/refusing')
  const key = registrationKeyIn((await nextMessageTo(address)).text)
  const account = await registerBy(key, { userName, phone: phoneOf(userName) })
  await untilRejected(api, tenantId)

  const context = await browser.newContext({ baseURL: suiteUrl })
  await context.addCookies([{ name: 'language', value: 'zh', url: suiteUrl }])
  const theirs = await context.newPage()
  await signIn(theirs, account)
  await expect(notice(theirs, tenantName)).toContainText(`EDC）”拒绝了您在${tenantName}的授权，请联系`)
  await expect(notice(theirs, tenantName)).toContainText('产品已拒绝')

  await page.goto('/#/softIndex')
  await expect(notice(page, tenantName)).toContainText('有 1 项授权被产品拒绝')
  await notice(page, tenantName).getByRole('button', { name: '查看并处理' }).click()
  const dialog = page.getByRole('dialog', { name: '邀请记录' })
  const row = dialog.getByRole('row').filter({ hasText: address })
  await expect(row).toContainText('王晓')
  await expect(dialog.getByRole('tab', { name: '产品已拒绝' })).toHaveAttribute('aria-selected', 'true')
  await row.getByRole('button', { name: '重试 王晓' }).click()
  await says(page, /EDC.*产品已拒绝/)
  await expect(row).toBeVisible()
  await respondAs(api, tenantId, '')
  await row.getByRole('button', { name: '重试 王晓' }).click()
  await says(page, /EDC.*产品已接受/)
  await expect(dialog.getByText('没有被产品拒绝的授权')).toBeVisible()
  await dialog.getByRole('tab', { name: '邀请', exact: true }).click()
  await expect(row).toContainText('已加入')

  await theirs.reload()
  await expect(theirs.getByRole('link', { name: /EDC/ })).toBeVisible()
  await expect(notice(theirs, tenantName)).toHaveCount(0)
  await context.close()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('a rejected authorization is withdrawn in the list of invitations', async ({ page, api }) => {
    const userName = unique('back')
    const address = `${userName}@hospital.example`
    const { tenantId } = await inviteByStudy(api, address)
    await respondAs(api, tenantId, '/refusing')
    const key = registrationKeyIn((await nextMessageTo(address)).text)
    await registerBy(key, { userName, phone: phoneOf(userName) })
    await untilRejected(api, tenantId)
    await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}`)
    await page.getByRole('button', { name: 'Invitations', exact: true }).click()
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: address })
    await expect(row).toContainText('Refused by the product')
    await row.getByRole('button', { name: `Take back ${address}` }).click()
    await page.locator('.dialog-confirm').getByRole('button', { name: 'Take back', exact: true }).click()
    await says(page, 'Authorization taken back')
    await expect(row).toContainText('Joined')
    expect((await api(rejectionNotices, {})).granted.map((open) => open.tenantId)).not.toContain(tenantId)
  })
})
