import { accessRequestAsk, accessRequestRulesSave, studyLinkSave } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { addProduct, addStudy, enrolSites } from './support/studies.ts'
import { dataFolder } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { addWorker, beginSessionOf, signInWorker } from './support/workers.ts'

/** Adds a tenant whose members may ask for its study in EDC, and a member without a menu. */
async function addAskableStudy(api: Api) {
  const tenantName = unique('申请医药')
  const [tenantId = ''] = await addTenants(api, tenantName)
  const studyName = unique('申请研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  await enrolSites(api, tenantId, studyId, { name: unique('申请医院'), count: 2 })
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await api(accessRequestRulesSave, { id: tenantId, scope: 'all', days: 7 })
  const worker = await addWorker(api, unique('申请人'))
  await inDatabase(
    (trx) => trx.insertInto('tenantUser').values({ tenantId, id: worker.id, userId: worker.id }).execute(),
    dataFolder,
    asPlatform,
  )
  return { tenantId, tenantName, studyName, studyUrlId, worker }
}

const says = (page: Page, text: string) =>
  expect(page.locator('.arco-message').getByText(text).last()).toBeVisible()

test('a member asks for access, which an approver changes and approves', async ({ page, api, browser }) => {
  const { tenantId, tenantName, studyName, worker } = await addAskableStudy(api)
  const approver = await addAdministrator(api, tenantId)
  await signInWorker(page, worker)
  await page.goto('/#/softIndex')
  await page.getByRole('button', { name: '申请权限' }).click()
  const asking = page.getByRole('dialog', { name: '申请权限' })
  const study = asking.getByRole('combobox', { name: '研究与软件' })
  await study.click()
  await page.getByRole('option', { name: studyName }).click()
  const pick = async (name: string, option: string) => {
    await asking.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('模块角色', '普通用户')
  await pick('角色', '临床监查员（CRA）')
  await pick('环境', 'UAT')
  await asking.getByRole('checkbox').first().check()
  await asking.getByRole('textbox', { name: '申请理由' }).fill('接替监查')
  await checkAccessibility(page)
  await asking.getByRole('button', { name: '提交申请' }).click()
  await says(page, '申请已提交')
  const own = page.getByRole('listitem').filter({ hasText: studyName })
  await expect(own).toContainText('待处理')

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const theirs = await context.newPage()
  await signInWorker(theirs, approver)
  await theirs.goto('/#/softIndex')
  const notice = theirs.getByRole('listitem').filter({ hasText: tenantName })
  await expect(notice).toContainText('有 1 个访问申请，等待您处理')
  await notice.getByRole('button', { name: '查看并处理' }).click()
  const row = rowOf(theirs, worker.fullName)
  await expect(row).toContainText('接替监查')
  await row.getByRole('button', { name: `批准 ${worker.fullName}` }).click()
  const deciding = theirs.getByRole('dialog', { name: '批准访问申请' })
  await expect(deciding.getByRole('combobox', { name: '模块角色' })).toContainText('普通用户')
  await deciding.getByRole('checkbox').nth(1).check()
  await deciding.getByRole('textbox', { name: '处理意见' }).fill('增加第二家中心')
  await checkAccessibility(theirs)
  await deciding.getByRole('button', { name: '批准', exact: true }).click()
  await says(theirs, '已批准')
  await context.close()

  await page.reload()
  await expect(own).toContainText('已批准')
  await expect(own).toContainText('增加第二家中心')
})

test('a member withdraws a request, and an administrator closes the studies', async ({ page, api }) => {
  const { tenantId, studyUrlId, worker } = await addAskableStudy(api)
  const asWorker = apiOf(await beginSessionOf(worker))
  const role = { generalRoleId: '1', roleId: '24', environmentId: '1' }
  await asWorker(accessRequestAsk, { studyUrlId, ...role, reason: '接替监查' })
  await page.goto(`/#/projectManager/accessRequest?tenantId=${tenantId}&state=requested`)
  await expect(rowOf(page, worker.fullName)).toContainText('待处理')
  await page.getByRole('button', { name: '申请设置' }).click()
  const rules = page.getByRole('dialog', { name: '访问申请设置' })
  await rules.getByRole('radio', { name: '不开放申请' }).check()
  await rules.getByRole('button', { name: '保存' }).click()
  await expect(rules).toBeHidden()

  await signInWorker(page, worker)
  await page.goto('/#/softIndex')
  await page.reload()
  const own = page.getByRole('listitem').filter({ hasText: '临床监查员（CRA）' })
  await own.getByRole('button', { name: /撤回申请/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
  await expect(own).toContainText('已撤回')
  await expect(page.getByRole('button', { name: '申请权限' })).toHaveCount(0)
})
