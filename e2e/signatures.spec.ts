import { auditList, departmentSave, signaturePolicy } from '@atrium/contract'
import { checkAccessibility } from './support/axe.ts'
import { administrator } from './support/suite.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test('a tenant’s policy makes a deletion signed, and the trail shows the signature', async ({
  page,
  api,
}) => {
  const [tenantId = ''] = await addTenants(api, unique('签名医药'))
  const departmentName = unique('药学部')
  await api(departmentSave, { tenantId, parentId: '0', departmentName })

  await page.goto(`/#/software/signatures?tenantId=${tenantId}`)
  await page.getByRole('radio', { name: '使用本租户的设置' }).check()
  await page.getByRole('radiogroup', { name: '“删除”的签名' }).getByRole('radio', { name: '批准' }).check()
  await checkAccessibility(page)
  await page.getByLabel('原因说明').fill('质量部 2026-11 决定')
  await page.getByRole('button', { name: '保存' }).click()
  // The first signature of the session needs both components.
  const question = page.getByRole('dialog', { name: '电子签名' })
  await expect(question).toContainText('与本人手写签名具有同等法律效力')
  await checkAccessibility(page)
  await question.getByLabel('用户名').fill(administrator.userName)
  await question.getByLabel('密码').fill('Wrong0Password')
  await question.getByRole('button', { name: '签名' }).click()
  await expect(question.getByRole('alert')).toHaveText('密码错误，签名未生效')
  await expect(question.getByLabel('用户名')).toHaveValue(administrator.userName)
  await question.getByLabel('密码').fill(administrator.password)
  await question.getByLabel('密码').press('Enter')
  await expect(page.getByText('修改成功')).toBeVisible()
  expect(await api(signaturePolicy, { tenantId })).toMatchObject({
    follows: false,
    signed: [{ kind: 'delete', meaning: 'approver' }],
  })

  await page.goto(`/#/tenantManager/department?tenantId=${tenantId}`)
  await page.getByRole('treeitem', { name: departmentName, exact: true }).hover()
  await page.getByRole('button', { name: `删除 ${departmentName}`, exact: true }).click()
  const deletion = page.getByRole('dialog', { name: '删除确认' })
  await deletion.getByRole('button', { name: '删除' }).click()
  await expect(question.getByLabel('用户名')).toBeHidden()
  await question.getByLabel('密码').fill(administrator.password)
  await question.getByRole('button', { name: '签名' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()

  const { list } = await api(auditList, { tenantId, entity: 'department', limit: 1 })
  await page.goto(`/#/software/auditTrail?tenantId=${tenantId}&entity=department`)
  await page
    .getByRole('button', { name: new RegExp(list[0]?.callDesc ?? '') })
    .first()
    .click()
  const event = page.getByRole('dialog')
  await expect(event).toContainText('已验证：签名与所签记录的绑定完好')
  await expect(event).toContainText(`(${administrator.userName})`)
  await expect(event).toContainText('批准')
  await checkAccessibility(page)
})
