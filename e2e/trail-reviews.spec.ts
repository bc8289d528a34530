import {
  auditEvent,
  auditList,
  departmentDelete,
  departmentSave,
  trailReviewSave,
  userInfo,
} from '@atrium/contract'
import { checkAccessibility } from './support/axe.ts'
import { administrator } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test('the audit trail is reviewed, and the review is signed', async ({ page, api }) => {
  const tenantName = unique('复核医药')
  const [tenantId = ''] = await addTenants(api, tenantName)
  const departmentName = unique('检验科')
  const id = await api(departmentSave, { tenantId, parentId: '0', departmentName })
  await api(departmentDelete, { id })
  const name = unique('季度复核')

  await page.goto(`/#/software/trailReviews?tenantId=${tenantId}`)
  await expect(page.getByText('还没有审计追踪复核')).toBeVisible()
  await page.getByRole('button', { name: '新增复核' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('复核名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择复核内容')).toBeInViewport()
  await dialog.getByRole('checkbox', { name: '删除' }).check()
  await dialog.getByLabel('应完成日期').fill('2099-03-31')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, name)).toContainText('待开始')

  const { list } = await api(auditList, { tenantId, call: departmentDelete.path })
  const sealed = async () => (await api(auditEvent, { id: list[0]?.id ?? '' })).seal.state
  await expect.poll(sealed, { timeout: 20_000 }).toBe('intact')
  await rowOf(page, name).getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: '开始复核' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始复核' }).click()
  await expect(page.getByText('尚未查看')).toBeVisible()
  await page.getByRole('button', { name: '查看记录 删除' }).click()
  await expect(page.getByText(`正在复核“${name}”：删除`)).toBeVisible()
  await page.getByRole('button', { name: /删除部门/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '登记发现' }).click()
  const adding = page.getByRole('dialog', { name: '新增发现' })
  await expect(adding.getByLabel('操作记录标识')).toHaveValue(list[0]?.id ?? '')
  await adding.getByRole('button', { name: '保存' }).click()
  await expect(adding.getByText('请输入发现')).toBeVisible()
  // The error disappears before the next click, which would miss if it moved the choices.
  await adding.getByLabel('发现', { exact: true }).fill('删除科室未附说明')
  await adding.getByRole('radio', { name: '主要' }).check()
  await adding.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, '删除科室未附说明')).toContainText('未关闭')
  await expect(page.getByText('尚未查看')).toBeHidden()
  await checkAccessibility(page)

  await page.getByRole('button', { name: '完成复核' }).click()
  await dialog.getByLabel('复核结论').fill('一项主要发现')
  await dialog.getByRole('button', { name: '完成复核' }).click()
  const question = page.getByRole('dialog', { name: '电子签名' })
  await question.getByLabel('密码').fill(administrator.password)
  // A session asks for the user name at its first signature, which another test may have made.
  const userName = question.getByLabel('用户名')
  if (await userName.isVisible()) await userName.fill(administrator.userName)
  await question.getByRole('button', { name: '签名' }).click()
  await expect(page.getByText('已验证：签名与所签记录的绑定完好')).toBeVisible()
  await page.reload()
  await expect(page.getByText('一项主要发现')).toBeVisible()
  await checkAccessibility(page)

  const late = { name: unique('逾期复核'), areas: ['all' as const], dueDay: '2026-01-31', everyMonths: 0 }
  await api(trailReviewSave, { tenantId, ...late, reviewers: [(await api(userInfo, {})).id] })
  await page.goto('/#/softIndex')
  await page
    .getByRole('listitem')
    .filter({ hasText: `${tenantName}有 1 项审计追踪复核未按期完成` })
    .getByRole('button', { name: '去复核' })
    .click()
  await expect(rowOf(page, late.name)).toContainText('已逾期')
})
