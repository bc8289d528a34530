import {
  categories,
  findRegistration,
  invitationList,
  inviteEdc,
  softwareCodes,
  studyLinkSave,
} from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { messagesTo, nextMessageTo } from './support/inbox.ts'
import { addProduct, addStudy, entryOf } from './support/studies.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds a tenant with a study in EDC, and invites addresses to it. */
const inviteInto = async (api: Api, ...addresses: string[]) => {
  const [tenantId = ''] = await addTenants(api, unique('邀请医药'))
  const studyName = unique('邀请研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  const studyUrlId = await api(studyLinkSave, {
    studyId,
    tenantUrlId: await addProduct(api, tenantId, 'edc'),
  })
  const invited = await api(inviteEdc, {
    tenantId,
    studyUrlId,
    EmailList: addresses,
    userRole: 'tenant-administrator',
    userTypeId: await entryOf(api, categories.userType),
    userPowerRoleId: 'MODULE',
    userStudyRoles: [{ roleId: 'CRA', environmentId: 'PROD', roleName: 'CRA' }],
  })
  expect(invited.success).toEqual(addresses)
  return { tenantId, studyName }
}

const newAddress = (name: string) => `${unique(name)}@hospital.example`

const keyIn = ({ text }: { readonly text: string }) => /\/#\/register\?key=([\w-]+)/.exec(text)?.[1] ?? ''

/** Makes an invitation a day older. */
const ageInvitation = (email: string): Promise<unknown> =>
  inDatabase((trx) =>
    trx
      .updateTable('invitation')
      .set({ expiresAt: new Date(Date.now() + 6 * 86_400_000) })
      .where('email', '=', email)
      .execute(),
  )

const openRecords = async (page: Page, name = '邀请记录'): Promise<Locator> => {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name })
}

const rowOf = (dialog: Locator, text: string) => dialog.getByRole('row').filter({ hasText: text })

const agree = (page: Page, action: string) =>
  page.locator('.dialog-confirm').getByRole('button', { name: action, exact: true }).click()

test('a mistyped address is found among the invitations on the pre-authorization screen and withdrawn', async ({
  page,
  api,
}) => {
  const [right, mistyped] = [newAddress('right'), newAddress('mistypde')]
  const { tenantId, studyName } = await inviteInto(api, right, mistyped)
  const key = keyIn(await nextMessageTo(mistyped))
  await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}&softId=${softwareCodes.edc}`)
  const dialog = await openRecords(page)
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByPlaceholder('搜索邮箱').fill('mistypde')
  await expect(dialog.getByRole('row')).toHaveCount(2)
  const row = rowOf(dialog, mistyped)
  await expect(row).toContainText('已发送')
  await expect(row).toContainText('租户管理员')
  await expect(row).toContainText(studyName)

  await row.getByRole('button', { name: `撤回 ${mistyped}` }).click()
  await page.locator('.dialog-confirm').getByRole('button', { name: '取消' }).click()
  await expect(row).toContainText('已发送')
  await row.getByRole('button', { name: `撤回 ${mistyped}` }).click()
  await agree(page, '撤回')
  await expect(page.locator('.arco-message').getByText('邀请已撤回')).toBeVisible()
  await expect(row).toContainText('已撤回')
  await expect(row.getByRole('button', { name: `撤回 ${mistyped}` })).toHaveCount(0)
  const response = await apiOf('')(findRegistration, { key }).catch((error: unknown) => String(error))
  expect(response).toMatch(/邀请已被撤回/)
  const { list } = await api(invitationList, { tenantId, state: 'pending' })
  expect(list.map(({ email }) => email)).toEqual([right])
})

test('an invitation is resent from the tenant users, and its old link no longer works', async ({
  page,
  api,
}) => {
  const address = newAddress('again')
  const { tenantId } = await inviteInto(api, address)
  const key = keyIn(await nextMessageTo(address))
  await page.goto('/#/tenantManager/tenantUser')
  await expect(page.getByRole('button', { name: '邀请记录' })).toBeDisabled()
  await page.goto(`/#/tenantManager/tenantUser?tenantId=${tenantId}`)
  const dialog = await openRecords(page)
  const resend = rowOf(dialog, address).getByRole('button', { name: `重新发送 ${address}` })
  await resend.click()
  await agree(page, '重新发送')
  await expect(
    page.locator('.arco-message').getByText('6 小时内已向该邮箱发送过邀请邮件，请稍后再试'),
  ).toBeVisible()
  expect(await messagesTo(address)).toHaveLength(1)

  await ageInvitation(address)
  await resend.click()
  await agree(page, '重新发送')
  await expect(page.locator('.arco-message').getByText('邀请已重新发送')).toBeVisible()
  const fresh = keyIn(await nextMessageTo(address, 1))
  const find = apiOf('')
  expect(await find(findRegistration, { key: fresh })).toMatchObject({ email: address })
  await page.goto(`/#/register?key=${key}`)
  await expect(page.getByText('此链接已被新链接取代，请打开最近一封邀请邮件中的链接')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('the list explains why an invitation whose inviter has left cannot be accepted', async ({
    page,
    api,
  }) => {
    const address = newAddress('former')
    const { tenantId } = await inviteInto(api, address)
    await inDatabase((trx) =>
      trx.updateTable('invitation').set({ invitedBy: null }).where('email', '=', address).execute(),
    )
    await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}`)
    const dialog = await openRecords(page, 'Invitations')
    await expect(rowOf(dialog, address)).toContainText('The inviter’s account is locked')
    await expect(rowOf(dialog, address)).toContainText('Sent')
  })
})
