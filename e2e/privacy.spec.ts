import { privacyRequest } from '@atrium/contract'
import { checkAccessibility } from './support/axe.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addWorker } from './support/workers.ts'

test('the platform exports a person’s data, sees requests, and places and releases a hold', async ({
  api,
  page,
}) => {
  const name = unique('隐私人')
  const person = await addWorker(api, name)
  await page.goto(`/#/software/privacy?${new URLSearchParams({ userId: person.id })}`)
  await expect(rowOf(page, '租户用户')).toContainText('替换为化名')
  await checkAccessibility(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^personal-data-.*\.zip$/)

  await page.getByRole('button', { name: '申请化名' }).click()
  const asking = page.getByRole('dialog')
  await asking.getByRole('textbox').fill('本人书面申请')
  await asking.getByRole('button', { name: '提交申请' }).click()
  await expect(asking).toHaveCount(0)
  await expect(api(privacyRequest, { userId: person.id, ground: 'person', reason: '重复' })).rejects.toThrow()
  await page.getByRole('tab', { name: '化名申请' }).click()
  await expect(rowOf(page, name)).toContainText('待处理')
  await expect(rowOf(page, name)).toContainText('账号未锁定')
  await page.reload()
  await rowOf(page, name).getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(rowOf(page, name)).toContainText('已撤回')

  await page.getByRole('tab', { name: '法律留存' }).click()
  await page.getByRole('button', { name: '设置法律留存' }).click()
  const placing = page.getByRole('dialog')
  await placing.getByRole('combobox').click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).click()
  const hold = unique('案件')
  await placing.getByRole('textbox', { name: '名称' }).fill(hold)
  await placing.getByRole('textbox', { name: '理由' }).fill('诉讼')
  await checkAccessibility(page)
  await placing.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, hold)).toContainText(name)
  await rowOf(page, hold).getByRole('button', { name: '解除' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('结案')
  await page.getByRole('dialog').getByRole('button', { name: '解除' }).click()
  await expect(rowOf(page, hold)).toHaveCount(0)
  await page.getByRole('checkbox', { name: '查看已解除的留存' }).check()
  await expect(rowOf(page, hold)).toContainText('结案')

  await page.getByRole('tab', { name: '保存期限' }).click()
  await expect(rowOf(page, '已结束的会话')).toContainText('90 天')
  await checkAccessibility(page)
})
