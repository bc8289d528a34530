import { mailList, userUpdateImportant } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { messagesTo, nextMessageTo } from './support/inbox.ts'
import { phoneOf } from './support/phones.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { addUserByApi, listedUser } from './support/users.ts'

// These tests run one after another: one resends all failed messages, and so would resend those of the other.
test.describe.configure({ mode: 'default' })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Returns the number of calls on the screen. */
async function callsOn(page: Page): Promise<number> {
  const text = await part(page, '调用与错误')
    .getByText(/共 [\d,]+ 次调用/)
    .textContent()
  return Number(/共 ([\d,]+) 次/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
}

test('the servers’ response times are shown over time, and failed messages are resent', async ({
  page,
  api,
}) => {
  const { userName, email, fullName } = await addUserByApi(api, '运维测试')
  await nextMessageTo(email)
  const { id, rowVersion } = await listedUser(api, userName)
  await api(userUpdateImportant, { id, fullName, email, phone: phoneOf(unique('new')), rowVersion })
  const listed = async () => (await api(mailList, { keyWord: email })).list
  await expect
    .poll(async () => (await listed()).map(({ state }) => state))
    .toEqual(['delivered', 'delivered'])
  // One message has no secret and may be resent; the content of the other, with a password, was wiped.
  await inDatabase((trx) =>
    trx.updateTable('message').set({ state: 'failed' }).where('recipient', '=', email).execute(),
  )

  await page.goto('/#/setting/operations')
  await expect(page.getByRole('heading', { name: '运维', level: 1 })).toBeVisible()
  const chart = page.getByRole('img', { name: /^调用与错误/ })
  await expect(chart.locator('path').first()).toBeAttached()
  // Processes write every 15 seconds, so the calls of this test appear in one of the next responses.
  await expect.poll(() => callsOn(page), { timeout: 40_000 }).toBeGreaterThan(0)
  await page.getByText('以表格查看').first().click()
  await expect(page.getByRole('table', { name: '调用与错误' }).getByRole('row').nth(1)).toBeVisible()
  await expect(part(page, '服务进程').getByRole('row').nth(1)).toContainText(/%/)
  await expect(part(page, '存储').getByRole('table').getByRole('row')).toHaveCount(8 + 1)
  await expect(part(page, '审计封签')).toContainText(/[0-9a-f]{16}/)

  const failed = page.getByRole('table', { name: '最近发送失败的消息' })
  const spent = failed.getByRole('row').filter({ hasText: email }).filter({ hasText: '账号' })
  await expect(spent.getByRole('button', { name: /^重发/ })).toHaveAttribute('title', /内容已清除/)
  const before = (await messagesTo(email)).length
  await failed
    .getByRole('row')
    .filter({ hasText: email })
    .filter({ hasNotText: '账号' })
    .getByRole('button', { name: /^重发/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '重发' }).click()
  await expect(page.getByText('已提交重发 1 条')).toBeVisible()
  await expect.poll(async () => (await messagesTo(email)).length).toBe(before + 1)
  await expect(rowOf(page, email)).toHaveCount(1)

  await page.getByRole('tab', { name: '最近 7 天' }).click()
  await expect(page).toHaveURL(/range=week/)
  await expect(chart).toHaveAttribute('aria-label', /最近 7 天/)
  await page.reload()
  await expect(page.getByRole('tab', { name: '最近 7 天' })).toHaveAttribute('aria-selected', 'true')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('all failed messages of a period are resent, and reasons are shown for those that are not', async ({
    page,
    api,
  }) => {
    const { email } = await addUserByApi(api, '运维重发')
    await nextMessageTo(email)
    const { list } = await api(mailList, { keyWord: email })
    await inDatabase((trx) =>
      trx.updateTable('message').set({ state: 'failed' }).where('recipient', '=', email).execute(),
    )
    expect(list).toHaveLength(1)
    await page.goto('/#/setting/operations?range=day')
    await page.getByRole('button', { name: '全部重发' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '重发' }).click()
    await expect(page.getByText(/内容已清除/)).toBeVisible()
  })
})
