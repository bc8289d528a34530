import { mailList, smsList, userUpdateImportant } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { messagesTo, nextMessageTo } from './support/inbox.ts'
import { phoneOf } from './support/phones.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, listedUser } from './support/users.ts'

/** Opens a list of messages in Chinese, filtered by recipient. */
const open = async (page: Page, list: 'sms' | 'email', query: Record<string, string>) => {
  await page.goto(`/#/base/${list}?${new URLSearchParams(query)}`)
  const title = list === 'sms' ? '短信推送' : '邮件推送'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Waits until messages are marked as delivered with these numbers of attempts, shortly after they are in the inbox. */
const delivered = async (list: () => Promise<readonly Listed[]>, ...sendCounts: readonly number[]) =>
  expect
    .poll(async () => (await list()).map(({ state, sendCount }) => `${state} ${sendCount}`))
    .toEqual(sendCounts.map((sendCount) => `delivered ${sendCount}`))

interface Listed {
  readonly state: string
  readonly sendCount: number
}

const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '重发' }).click()

test('delivered messages are listed, resent by selection, arrive twice, and show both attempts in their logs', async ({
  page,
  api,
}) => {
  // A change of phone number sends a notice to the old number and by e-mail; neither contains a secret.
  const { userName, email, phone, fullName } = await addUserByApi(api, '短信测试')
  await nextMessageTo(email)
  const { id, rowVersion } = await listedUser(api, userName)
  await api(userUpdateImportant, { id, fullName, email, phone: phoneOf(unique('new')), rowVersion })
  const ofPhone = async () => (await api(smsList, { phone })).list
  await delivered(ofPhone, 1)
  await delivered(async () => (await api(mailList, { keyWord: email })).list, 1, 1)

  await open(page, 'sms', { phone })
  const sms = rowOf(page, phone)
  await expect(sms).toContainText('用户中心')
  await expect(sms).toContainText('已送达')
  await sms.getByRole('checkbox').check()
  await page.getByRole('button', { name: '重发所选（1）' }).click()
  await confirm(page)
  await expect(page.getByText('已提交重发 1 条')).toBeVisible()
  await expect.poll(async () => (await messagesTo(phone)).length).toBe(2)
  await delivered(ofPhone, 2)
  await expect(page.getByRole('button', { name: '重发所选（0）' })).toBeDisabled()

  // An immediate second resend is rejected, and the row shows why.
  await page.getByRole('button', { name: '刷新' }).click()
  const again = sms.getByRole('button', { name: /^重发/ })
  await expect(again).toHaveAttribute('title', '1 分钟内已重新发送过，请稍后再试')
  await sms.getByRole('button', { name: /^日志/ }).click()
  const log = page.getByRole('dialog', { name: '发送日志' })
  await expect(log).toContainText('2 / 24')
  await expect(log.getByRole('list', { name: '发送记录' }).getByText('已送达')).toHaveCount(2)
  await expect(log).toContainText(userName)
  await log.getByRole('button', { name: '关闭' }).last().click()

  // Two e-mails are selected. The content of the one with the password was wiped, so only the other is resent, and a
  // dialog gives the reason.
  await open(page, 'email', { keyWord: email })
  await expect(page.getByText('共 2 条')).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '重发所选（2）' }).click()
  await confirm(page)
  const rejected = page.getByRole('dialog', { name: '1 条未重新发送' })
  await expect(rejected).toContainText('送达后内容已清除，无法重新发送')
  await rejected.getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(async () => (await messagesTo(email)).length).toBe(3)
  await page.getByPlaceholder('搜索主题').fill('您的账号已开通')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await rowOf(page, email).getByRole('button', { name: /^日志/ }).click()
  await expect(log).toContainText('内容含验证码、链接或密码，使用或过期后已清除。')
})

test('the list is filtered by product, delivery state and days, and the URL keeps the filters', async ({
  page,
  api,
}) => {
  const { email } = await addUserByApi(api, '筛选测试')
  await delivered(async () => (await api(mailList, { keyWord: email })).list, 1)
  await open(page, 'email', { keyWord: email, isArrive: '1' })
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
  await open(page, 'email', { keyWord: email, isArrive: '0', softId: '00' })
  await expect(rowOf(page, email)).toBeVisible()
  await page.getByPlaceholder('结束日期').fill('2020-01-01')
  await expect(page).toHaveURL(/endTime=2020-01-01/)
  await expect(rowOf(page, email)).toHaveCount(0)
  await page.reload()
  await expect(page.getByPlaceholder('结束日期')).toHaveValue('2020-01-01')
})
