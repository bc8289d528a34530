import { studyLinkSave, studyUserSave, trainingSave } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { addProduct, addStudy } from './support/studies.ts'
import { dataFolder } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addWorker } from './support/workers.ts'

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const pdf = { name: '证书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }

/** Adds a tenant with a study in EDC and two members. */
async function addTrial(api: Api) {
  const [tenantId = ''] = await addTenants(api, unique('培训医药'))
  const studyName = unique('培训研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  const people = [await addWorker(api, unique('研究护士')), await addWorker(api, unique('研究医生'))]
  await inDatabase(
    (trx) =>
      trx
        .insertInto('tenantUser')
        .values(people.map(({ id }) => ({ tenantId, id, userId: id })))
        .execute(),
    dataFolder,
    asPlatform,
  )
  return { tenantId, studyName, studyUrlId, people }
}

const says = (page: Page, text: string) =>
  expect(page.locator('.arco-message').getByText(text).last()).toBeVisible()

test('a required training lets access wait for its evidence or an override', async ({ page, api }) => {
  const { tenantId, studyName, studyUrlId, people } = await addTrial(api)
  const [nurse, doctor] = people
  if (!nurse || !doctor) throw new Error('nobody was added')
  const pick = async (dialog: ReturnType<Page['getByRole']>, name: string, option: string) => {
    await dialog.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }

  await api(trainingSave, { tenantId, code: 'GCP', name: 'GCP 培训', kind: 'gcp', months: 36 })
  await page.goto(`/#/projectManager/training?tenantId=${tenantId}&part=requirements`)
  await page.getByRole('button', { name: '新增培训要求' }).click()
  const requiring = page.getByRole('dialog', { name: '新增培训要求' })
  await pick(requiring, '研究与软件', studyName)
  await pick(requiring, '培训', 'GCP 培训')
  await checkAccessibility(page)
  await requiring.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, studyName)).toContainText('全部角色')

  await api(studyUserSave, { studyUrlId, tenantUserIds: people.map(({ id }) => id) })
  await page.getByRole('tab', { name: '人员', exact: true }).click()
  const waiting = rowOf(page, nurse.fullName)
  await expect(waiting).toContainText('待培训')
  await waiting.getByRole('button', { name: `登记培训证明 ${nurse.fullName}` }).click()
  const recording = page.getByRole('dialog', { name: '登记培训证明' })
  await recording.getByLabel('完成日期').fill(dayIn(-30))
  await recording.getByLabel('选择文件').setInputFiles(pdf)
  await recording.getByRole('button', { name: '保存' }).click()
  await says(page, '培训证明已登记')
  await expect(waiting).toContainText('培训齐全')

  await rowOf(page, doctor.fullName)
    .getByRole('button', { name: `放行 ${doctor.fullName}` })
    .click()
  const overriding = page.getByRole('dialog', { name: `放行：${doctor.fullName}` })
  await overriding.getByLabel('放行截止日期').fill(dayIn(7))
  await overriding.getByRole('textbox', { name: '放行理由' }).fill('培训排在下周')
  await checkAccessibility(page)
  await overriding.getByRole('button', { name: '放行', exact: true }).click()
  await says(page, '已放行')
  await expect(rowOf(page, doctor.fullName)).toContainText('培训排在下周')
})
