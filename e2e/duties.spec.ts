import {
  categories,
  domainList,
  domainSave,
  dutySave,
  inviteCtms,
  inviteEdc,
  remoteRoles,
  softwareCodes,
  studyLinkSave,
  tenantRoles,
  userTypesOfStudy,
} from '@atrium/contract'
import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addMembers, addProduct, addressOf, addStudy, enrolSites } from './support/studies.ts'
import { addTenants, choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const monitor = '临床监查员（CRA）'
const manager = '项目经理（PM）'

/** A role as its product offers it. */
interface Role {
  readonly id: string
  readonly name: string
}

/** Adds a tenant with a study in EDC and CTMS, and people. */
async function addStudyInBoth(api: Api, ...names: string[]) {
  const [tenantId = ''] = await addTenants(api, unique('职责医药'))
  const studyName = unique('职责研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  await enrolSites(api, tenantId, studyId, { name: unique('职责医院'), count: 1 })
  const link = async (product: 'edc' | 'ctms') =>
    api(studyLinkSave, { studyId, tenantUrlId: await addProduct(api, tenantId, product) })
  const [edc, ctms] = [await link('edc'), await link('ctms')]
  const userIds = await addMembers(api, tenantId, ...names)
  const [role] = await api(tenantRoles, { tenantId })
  const [type] = (await api(userTypesOfStudy, { studyUrlId: edc, categoryId: categories.userType })).list
  const [userRole, userTypeId] = [role?.code ?? '', type?.id ?? '']
  return {
    tenantId,
    studyName,
    /** Returns the role of each product that the rule separates. */
    roles: async () => {
      const { RoleInfos = [] } = await api(remoteRoles, { studyUrlId: edc })
      const { studyRoles = [] } = await api(remoteRoles, { studyUrlId: ctms })
      const cra = RoleInfos.find(({ Name }) => Name.includes(monitor))
      const pm = studyRoles.find((role) => role.name.includes(manager))
      return { cra: { id: cra?.Id ?? '', name: cra?.Name ?? '' }, pm: pm ?? { id: '', name: '' } }
    },
    /** Authorizes one of the people as a monitor in EDC. */
    monitors: (person: number, { id: roleId, name: roleName }: Role) =>
      api(inviteEdc, {
        ...{ tenantId, studyUrlId: edc, userRole, userTypeId, userList: [userIds[person] ?? ''] },
        userPowerRoleId: '1',
        userStudyRoles: [{ roleId, roleName, environmentId: '1' }],
      }),
    /** Authorizes one of the people as the manager in CTMS. */
    manages: (person: number, { id: studyRoleId, name: studyRoleName }: Role) =>
      api(inviteCtms, {
        ...{ TenantId: tenantId, studyUrlId: ctms, UserRole: userRole, UserTypeId: userTypeId },
        ...{ UserList: [userIds[person] ?? ''], tenantRoleId: 'T-MEMBER', studyRoleId, studyRoleName },
      }),
  }
}

/** Grants the manager's role in CTMS to a user on the screen for pre-authorization. */
async function grantOnScreen(page: Page, tenantId: string, name: string): Promise<void> {
  await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}&softId=${softwareCodes.ctms}`)
  const table = (title: string) =>
    page.locator('.choice-table').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const first = (title: string) => table(title).getByRole('row').nth(1).locator('.selection-cell input')
  await first('研究').check()
  await first('中心').check()
  await first('租户角色').check()
  await table('默认研究角色')
    .getByRole('row')
    .filter({ hasText: manager })
    .locator('.selection-cell input')
    .check()
  await page.getByRole('button', { name: '选择用户授权' }).click()
  await choose(page, '用户类型', '申办方人员')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
}

/** Changes the URL of the tenant's EDC to one that fails in some way; '' for one that works. */
const respondAs = async (api: Api, tenantId: string, failing: string) => {
  const { list } = await api(domainList, { tenantId, softwareId: softwareCodes.edc })
  if (list[0]) await api(domainSave, { ...list[0], apiUrl: addressOf('edc') + failing })
}

const open = async (page: Page, tenantId: string, title = '职责分离') => {
  await page.goto(`/#/software/duties?tenantId=${tenantId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Chooses an option of a select in the dialog. */
const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option').filter({ hasText: option }).first().click()
}

test('a rule is added although a product fails at first, rejects a grant, lists conflicts and is deleted', async ({
  page,
  api,
}) => {
  test.slow()
  const names = [unique('程以宁'), unique('江予安')]
  const study = await addStudyInBoth(api, ...names)
  const { tenantId, studyName } = study
  const { cra, pm } = await study.roles()
  await study.monitors(0, cra)
  await study.manages(0, pm)
  await study.monitors(1, cra)

  await open(page, tenantId)
  await expect(rowOf(page, '任一非盲角色')).toContainText('系统内置')
  await expect(rowOf(page, '任一非盲角色').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择角色一！')).toBeVisible()
  await dialog.getByRole('textbox', { name: '设置理由' }).fill('监查与项目管理分离')
  await respondAs(api, tenantId, '/broken')
  await pick(page, '产品一', 'EDC')
  await pick(page, '产品一 · 用于查询角色的研究', studyName)
  await expect(dialog.getByRole('alert').filter({ hasText: '未能从产品获取角色' })).toBeVisible()
  await respondAs(api, tenantId, '')
  await dialog.getByRole('button', { name: '重试' }).click()
  await pick(page, '角色一', monitor)
  await pick(page, '产品二', 'CTMS')
  await pick(page, '产品二 · 用于查询角色的研究', studyName)
  await pick(page, '角色二', manager)
  await checkAccessibility(page)
  await expect(dialog.getByRole('textbox', { name: '设置理由' })).toHaveValue('监查与项目管理分离')
  await dialog.getByRole('button', { name: '保存' }).click()
  const rule = rowOf(page, monitor)
  for (const text of [manager, 'EDC', 'CTMS', '本租户', '监查与项目管理分离'])
    await expect(rule).toContainText(text)
  await checkAccessibility(page)

  await grantOnScreen(page, tenantId, names[1] ?? '')
  const rejection = dialog.getByRole('alert').filter({ hasText: '按职责分离规则' })
  for (const text of [names[1] ?? '', monitor, manager]) await expect(rejection).toContainText(text)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/#/software/duties?tenantId=${tenantId}`)
  await page.getByRole('button', { name: '放弃' }).click()

  await rule.getByRole('button', { name: `编辑 ${monitor} – ${manager}` }).click()
  await expect(dialog.getByRole('combobox', { name: '角色一', exact: true })).toContainText(monitor)
  await dialog.getByRole('textbox', { name: '设置理由' }).fill('监查须独立')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rule).toContainText('监查须独立')

  await page.getByRole('tab', { name: '现有冲突' }).click()
  const conflict = rowOf(page, names[0] ?? '')
  for (const text of [studyName, monitor, manager, '监查须独立']) await expect(conflict).toContainText(text)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkAccessibility(page)
  await conflict.getByRole('link', { name: manager }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('用户授权')
  await expect(rowOf(page, names[0] ?? '')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'CTMS', selected: true })).toBeVisible()

  await open(page, tenantId)
  await rule.getByRole('button', { name: `删除 ${monitor} – ${manager}` }).click()
  await page.locator('.dialog-confirm').getByRole('button', { name: '删除' }).click()
  await expect(rule).toHaveCount(0)
  await page.getByRole('tab', { name: '现有冲突' }).click()
  await expect(page.getByText('没有人员违反职责分离规则')).toBeVisible()
})

test.describe('in English, on a phone', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })

  test('rules and conflicts fit, and a second rule for the same roles is rejected at its field', async ({
    page,
    api,
  }) => {
    const name = unique('Ann')
    const study = await addStudyInBoth(api, name)
    const { tenantId, studyName } = study
    const { cra, pm } = await study.roles()
    await study.monitors(0, cra)
    await study.manages(0, pm)
    await api(dutySave, {
      ...{ tenantId, reason: 'Monitoring is independent' },
      ...{ softwareId: softwareCodes.ctms, roleId: pm.id, roleName: pm.name },
      ...{ otherSoftwareId: softwareCodes.edc, otherRoleId: cra.id, otherRoleName: cra.name },
    })
    await open(page, tenantId, 'Separation of duties')
    await expect(rowOf(page, 'Project manager (PM)')).toContainText('This tenant')
    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog')
    await pick(page, 'First product', 'EDC')
    await pick(page, 'First product · Study in which to look up roles', studyName)
    await pick(page, 'First role', 'Clinical research associate')
    await pick(page, 'Second product', 'CTMS')
    await pick(page, 'Second product · Study in which to look up roles', studyName)
    await pick(page, 'Second role', 'Project manager')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Again')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This tenant already has a rule for these two roles')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Again')
    await checkAccessibility(page)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('tab', { name: 'Existing conflicts' }).click()
    await expect(rowOf(page, name)).toContainText('Project manager (PM)')
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
})
