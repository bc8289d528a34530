import {
  auditList,
  defaultReasonPolicy,
  departmentSave,
  reasonPolicy,
  reasonPolicySave,
} from '@atrium/contract'
import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds a tenant with a department, whose deletion needs a reason if `asks`. */
const aTenant = async (api: Api, asks: boolean) => {
  const [tenantId = ''] = await addTenants(api, unique('原因医药'))
  const departmentName = unique('药学部')
  await api(departmentSave, { tenantId, parentId: '0', departmentName })
  if (asks) await api(reasonPolicySave, { tenantId, ...defaultReasonPolicy })
  return { tenantId, departmentName }
}

/** Opens the question before the deletion of the tenant's only department. */
async function startDeletion(page: Page, { tenantId, departmentName }: Awaited<ReturnType<typeof aTenant>>) {
  await page.goto(`/#/tenantManager/department?tenantId=${tenantId}`)
  await page.getByRole('treeitem', { name: departmentName, exact: true }).hover()
  await page.getByRole('button', { name: `删除 ${departmentName}`, exact: true }).click()
  return page.getByRole('dialog', { name: '删除确认' })
}

test('a deletion asks for its reason, which the trail shows', async ({ page, api }) => {
  const tenant = await aTenant(api, true)
  const question = await startDeletion(page, tenant)
  await checkAccessibility(page)
  await question.getByRole('button', { name: '删除' }).click()
  await expect(question.getByRole('alert')).toHaveText('请填写变更原因')
  await question.getByRole('combobox', { name: '选择原因' }).click()
  await page.getByRole('option', { name: '职责变更' }).click()
  await question.getByLabel('原因说明').fill('并入临床药学部')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  const { list } = await api(auditList, { tenantId: tenant.tenantId, entity: 'department', limit: 1 })
  expect(list[0]?.reason).toBe('[R02] 职责变更 并入临床药学部')
})

test('a tenant’s policy decides what needs a reason, and changing it always does', async ({ page, api }) => {
  const tenant = await aTenant(api, false)
  await page.goto(`/#/software/changeReasons?tenantId=${tenant.tenantId}`)
  await expect(page.getByRole('heading', { name: '变更原因' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '采用平台设置' })).toBeChecked()
  await page.getByRole('radio', { name: '使用本租户的设置' }).check()
  await page.getByRole('checkbox', { name: '删除', exact: true }).check()
  await page.getByRole('button', { name: '新增原因' }).click()
  const last = page.getByRole('row').last()
  await last.getByRole('textbox', { name: /的代码$/ }).fill('SOP')
  await last.getByRole('textbox', { name: /的名称$/ }).fill('按 SOP 要求')
  await page.getByRole('button', { name: /^上移/ }).last().click()
  await checkAccessibility(page)
  const save = page.getByRole('button', { name: '保存' })
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('请填写变更原因')
  await page.getByLabel('原因说明').fill('质量部 2026-11 决定')
  await save.click()
  await expect(page.getByText('修改成功')).toBeVisible()
  const policy = await api(reasonPolicy, { tenantId: tenant.tenantId })
  expect(policy).toMatchObject({ follows: false, kinds: ['delete'] })
  expect(policy.reasons.at(-2)).toEqual({ code: 'SOP', name: '按 SOP 要求', nameEn: '', enabled: true })

  const question = await startDeletion(page, tenant)
  await question.getByRole('combobox', { name: '选择原因' }).click()
  await page.getByRole('option', { name: '按 SOP 要求' }).click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
})

test('a reason that the list no longer has is asked for again, with what was entered', async ({
  page,
  api,
}) => {
  const tenant = await aTenant(api, true)
  const question = await startDeletion(page, tenant)
  await question.getByRole('combobox', { name: '选择原因' }).click()
  await page.getByRole('option', { name: '职责变更' }).click()
  await question.getByLabel('原因说明').fill('并入临床药学部')
  await api(reasonPolicySave, { ...defaultReasonPolicy, tenantId: tenant.tenantId, reasons: [] })
  await question.getByRole('button', { name: '删除' }).click()
  const again = page.getByRole('dialog', { name: '填写变更原因' })
  await expect(again.getByRole('alert')).toHaveText('所选变更原因不在可选列表中，请重新选择')
  await expect(again.getByLabel('原因说明')).toHaveValue('并入临床药学部')
})
