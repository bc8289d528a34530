import { accessReviewList, tenantUserList, tenantUserUpdateBase } from '@atrium/contract'
import { checkAccessibility } from './support/axe.ts'
import { addMembers } from './support/studies.ts'
import { suiteUrl } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { signInWorker } from './support/workers.ts'

test('access is reviewed, revoked and closed', async ({ page, api, browser }) => {
  const [tenantId = ''] = await addTenants(api, unique('复核医药'))
  const reviewer = await addAdministrator(api, tenantId)
  const [staying, leaving] = [unique('留任'), unique('离任')]
  await addMembers(api, tenantId, staying, leaving)
  const name = unique('年度复核')

  await page.goto(`/#/software/accessReviews?part=reviews&tenantId=${tenantId}`)
  await expect(page.getByText('还没有访问复核')).toBeVisible()
  await page.getByRole('button', { name: '新增复核' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('复核名称').fill(name)
  await dialog.getByRole('combobox', { name: '添加复核人' }).click()
  await page.keyboard.type(reviewer.name)
  await page.getByRole('option', { name: reviewer.name }).click()
  await expect(dialog.getByRole('listitem')).toContainText(reviewer.name)
  await dialog
    .getByLabel('开始日期')
    .fill(new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }))
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, name)).toContainText('待开始')
  await expect
    .poll(async () => (await api(accessReviewList, { tenantId })).list[0]?.state, { timeout: 30_000 })
    .toBe('open')

  const context = await browser.newContext({ baseURL: suiteUrl })
  const theirs = await context.newPage()
  await signInWorker(theirs, { id: reviewer.id })
  await theirs.goto('/#/softIndex')
  await theirs.locator('.landing-tasks').getByRole('button', { name: '去复核' }).click()
  await expect(rowOf(theirs, staying)).toContainText('从未登录')
  await expect(rowOf(theirs, reviewer.name).filter({ hasText: '待复核' })).toHaveCount(0)
  await rowOf(theirs, leaving)
    .getByRole('button', { name: new RegExp(`撤销 ${leaving}`) })
    .click()
  const revoking = theirs.getByRole('dialog')
  await revoking.getByLabel('原因').fill('已离职')
  await revoking.getByRole('button', { name: '撤销' }).click()
  await rowOf(theirs, staying).getByRole('checkbox').check()
  await theirs.locator('.review-tools').getByRole('button', { name: '确认保留' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: '确认保留' }).click()
  await expect(rowOf(theirs, staying)).toContainText('保留')
  await expect(rowOf(theirs, leaving)).toContainText('撤销')
  await expect(rowOf(theirs, leaving)).not.toContainText('执行中', { timeout: 30_000 })
  await checkAccessibility(theirs)
  await expect(theirs.getByRole('tab', { name: '复核计划' })).toBeVisible()
  // Reviewers need no menu.
  const { list } = await api(tenantUserList, { tenantId, keyWord: reviewer.name })
  await api(tenantUserUpdateBase, { id: list[0]?.id ?? '', role: 'tenant-member' })
  await theirs.reload()
  await expect(rowOf(theirs, leaving)).toContainText('撤销')
  await expect(theirs.getByRole('tab', { name: '复核计划' })).toBeHidden()
  await context.close()

  await page.reload()
  await rowOf(page, name).getByRole('button', { name, exact: true }).click()
  await expect(page.locator('.dialog-facts')).toContainText('撤销 1')
  await expect(rowOf(page, leaving)).toContainText('已离职')
  await checkAccessibility(page)
})
