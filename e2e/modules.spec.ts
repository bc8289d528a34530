import { releaseReport, roleDelete, roleSave, roleTypes } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { newAccount } from './support/invitations.ts'
import { addGroup } from './support/menus.ts'
import { suiteUrl } from './support/suite.ts'
import { activate, loseFiles, releaseRemote } from './support/team.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

// These tests share one active release, so they run one after another.
test.describe.configure({ mode: 'default' })

const notes = 'notes'
let first = ''
let second = ''

test.beforeAll(async () => {
  test.setTimeout(180_000)
  first = await releaseRemote(notes, '1111111111')
  second = await releaseRemote(notes, '2222222222')
})

test.beforeEach(({ api }) => activate(api, notes, first))

const openNotes = async (page: Page, tab = ''): Promise<void> => {
  await page.goto(`/#/setting/module?${new URLSearchParams({ name: notes, ...(tab && { tab }) })}`)
  await expect(page.getByRole('heading', { name: notes, level: 1 })).toBeVisible()
}

/** Returns the registry entry of the remote that a browser gets without a session. */
const entryOfNotes = async () => {
  const { remotes } = await (await fetch(`${suiteUrl}/remotes.json`)).json()
  return remotes.find(({ name }: { name: string }) => name === notes)
}

test('a release is activated, the next one is rolled out to a percentage, activated and rolled back, each with its reason', async ({
  page,
}) => {
  await page.goto('/#/setting/module')
  await expect(page.getByRole('list', { name: '模块管理' }).getByRole('listitem')).not.toHaveCount(0)
  await page.getByRole('link', { name: notes }).click()
  await expect(page).toHaveURL(/name=notes/)
  await expect(rowOf(page, first)).toContainText('当前')
  const dialog = page.getByRole('dialog')
  await rowOf(page, second).getByRole('button', { name: '按比例发布' }).click()
  await dialog.getByLabel('浏览器比例（%）').fill('100')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('浏览器比例（%）应为 0 至 99 的整数')).toBeVisible()
  await dialog.getByLabel('浏览器比例（%）').fill('25')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(page, second)).toContainText('25% 浏览器')
  expect(await entryOfNotes()).toMatchObject({ rules: [{ version: second, percentage: 25 }] })

  await rowOf(page, second).getByRole('button', { name: '启用' }).click()
  await expect(dialog).toContainText(`代替当前版本 ${first}`)
  await expect(dialog).toContainText('正在填写的内容不会丢失')
  await dialog.getByLabel('原因').fill('试用一周没有问题')
  await dialog.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.getByText('已启用该版本')).toBeVisible()
  await expect(rowOf(page, second)).toContainText('当前')
  await expect(rowOf(page, first)).toContainText('上一版本')

  await page.getByRole('button', { name: `回退到 ${first}` }).click()
  await expect(dialog).toContainText(second)
  await dialog.getByLabel('原因').fill('用户反馈页面打不开')
  await dialog.getByRole('button', { name: '回退', exact: true }).click()
  await expect(page.getByText('已回退到上一版本')).toBeVisible()
  await expect(rowOf(page, first)).toContainText('当前')
  await expect(page.getByRole('button', { name: /^回退到/ })).toHaveCount(0)

  await page.reload()
  await expect(rowOf(page, first)).toContainText('当前')
  await page.getByRole('tab', { name: '错误' }).click()
  await expect(page).toHaveURL(/tab=errors/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: '版本' })).toHaveAttribute('aria-selected', 'true')
})

test('a user who saves a changed record sees that another user has changed it', async ({ page, api }) => {
  await openNotes(page)
  const dialog = page.getByRole('dialog')
  await rowOf(page, second).getByRole('button', { name: '启用' }).click()
  await activate(api, notes, second)
  await dialog.getByRole('button', { name: '启用', exact: true }).click()
  await expect(dialog).toContainText('他人修改了该信息')
  await expect(rowOf(page, '当前版本').last()).toContainText(second)
  await dialog.getByRole('button', { name: '继续编辑' }).click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(rowOf(page, second)).toContainText('当前')
})

test('a tenant is pinned to a release, found by it, and follows the active release again', async ({
  page,
  api,
}) => {
  const tenant = unique('模块医药')
  await addTenants(api, tenant)
  await openNotes(page, 'tenants')
  await page.getByPlaceholder('搜索租户名称').fill(tenant)
  const row = rowOf(page, tenant)
  await expect(row).toContainText('自动更新')
  await expect(row).toContainText(first)
  await row.getByRole('button', { name: '更新方式' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '平台固定' }).check()
  await expect(dialog).toContainText('租户管理员不能更改')
  await dialog.getByRole('combobox', { name: '版本' }).click()
  await page.getByRole('option', { name: second }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(row).toContainText('平台固定')
  await expect(row).toContainText(second)
  await expect(page.getByText('1 个', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: '更新方式' }).click()
  await dialog.getByRole('radio', { name: '自动更新' }).check()
  await expect(dialog.getByRole('combobox', { name: '版本' })).toHaveCount(0)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(row).toContainText(first)
})

test('reports from browsers are shown as sentences, with their times and users', async ({ page, api }) => {
  const common = { name: notes, version: first }
  await api(releaseReport, {
    events: [
      { kind: 'loaded', ...common, readyTime: 900 },
      { kind: 'vital', ...common, metric: 'lcp', value: 5000 },
      { kind: 'vital', ...common, metric: 'cls', value: 0.05 },
      { kind: 'failed', ...common, stage: 'entry', status: 503, detail: 'entry answered 503' },
    ],
  })
  await openNotes(page, 'errors')
  const row = rowOf(page, '下载入口')
  await expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
  for (const text of ['503', 'entry answered 503', first]) await expect(row).toContainText(text)
  await page.reload()
  const health = page.getByLabel('最近 24 小时的运行状况')
  await expect(health).toContainText('100%1 位用户，共 1 次')
  await expect(health).toContainText(/LCP.*较差/)
  await expect(health).toContainText(/CLS.*良好/)
  await page.getByRole('combobox', { name: '版本' }).click()
  await page.getByRole('option', { name: second }).click()
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
})

test('a release that can no longer run shows why, and what replaces it', async ({ page, api }) => {
  await activate(api, notes, second)
  const putBack = await loseFiles(notes, second)
  try {
    await page.goto('/#/setting/module')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: notes }) })
    await expect(card).toContainText('有版本不能运行')
    await expect(card).toContainText(`版本 ${second} 不能运行。 现用 ${first} 代替。`)
    await expect(card).toContainText('以下文件缺失或内容与清单不符：release.json')
    await openNotes(page)
    await expect(page.getByRole('region', { name: '概况' })).toContainText(`版本 ${second} 不能运行。`)
    await expect(rowOf(page, second).last()).toContainText('文件缺失或有变动，不能启用')
    await expect(rowOf(page, second).last()).not.toContainText('不兼容')
  } finally {
    await putBack()
  }
  await page.reload()
  await expect(rowOf(page, second).last()).toContainText('兼容')
  await expect(page.getByText(/不能运行/)).toHaveCount(0)
})

test('a release that fails for many users raises an alarm and is rolled back automatically, which its module’s page shows', async ({
  page,
  api,
}) => {
  const menu = await addGroup(api, { name: unique('记事'), url: `/${notes}` })
  const roleId = await api(roleSave, {
    name: unique('记事员'),
    roleType: roleTypes.system,
    resourceIdList: menu.ids,
  })
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => newAccount('writer')))
  const names = people.map(({ userName }) => userName)
  const haveRole = (id: string | null) =>
    inDatabase((trx) =>
      trx
        .updateTable('appUser')
        // Only accounts that are at least a day old count towards a rollback.
        .set({ roleId: id, createdAt: new Date(Date.now() - 2 * 86_400_000) })
        .where('userName', 'in', names)
        .execute(),
    )
  // Users of a single tenant are not enough.
  await inDatabase(
    (trx) =>
      trx
        .deleteFrom('tenantUser')
        .where('userId', 'in', trx.selectFrom('appUser').select('id').where('userName', 'in', names))
        .execute(),
    undefined,
    asPlatform,
  )
  await haveRole(roleId)
  await activate(api, notes, second)
  const failed = {
    kind: 'failed',
    name: notes,
    version: second,
    stage: 'init',
    status: 0,
    detail: 'TypeError: x',
  } as const
  const fail = async () => {
    for (const person of people) await person.api(releaseReport, { events: [failed] })
  }
  await fail()
  const alarms = page.getByRole('region', { name: '模块告警' }).first()
  await expect(async () => {
    await page.goto('/#/setting/operations')
    await page.reload()
    await expect(alarms).toContainText(second, { timeout: 2000 })
  }).toPass()
  await expect(alarms).toContainText('5（共 5）')
  await expect(alarms).toContainText('持续失败将自动回退')
  await alarms.getByRole('link', { name: notes }).click()
  await expect(rowOf(page, 'TypeError: x')).toBeVisible()
  await expect(page.getByText(/已自动回退/)).toHaveCount(0)
  // Moves the alarm an hour back.
  const hourAgo = new Date(Date.now() - 3_600_000)
  await inDatabase(async (trx) => {
    await trx.updateTable('remoteModule').set({ updatedAt: hourAgo }).where('id', '=', notes).execute()
    await trx
      .updateTable('remoteRelease')
      .set({ alarmAt: hourAgo })
      .where('name', '=', notes)
      .where('version', '=', second)
      .execute()
  })
  await fail()
  await openNotes(page)
  const overview = page.getByRole('region', { name: '概况' })
  await expect(async () => {
    await page.reload()
    await expect(overview).toContainText(`版本 ${second} 已于`, { timeout: 2000 })
  }).toPass()
  await expect(overview).toContainText('10 分钟内加载失败的用户达到 20%，且不少于 5 位，并涉及不止一个租户')
  await expect(rowOf(page, first)).toContainText('当前')
  await expect(rowOf(page, second)).toContainText('已自动回退')
  await overview.getByRole('link', { name: '查看错误' }).click()
  await expect(rowOf(page, 'TypeError: x')).toContainText('10')
  await page.getByRole('link', { name: '返回全部模块' }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: notes }) })
  await expect(card.locator('.module-card-tags')).toContainText('已自动回退')
  await haveRole(null)
  await api(roleDelete, { ids: [roleId] })
  await menu.remove()
})

test.describe('in English, on a phone', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })

  test('a module is opened, read and closed with the keyboard only', async ({ page }) => {
    await page.goto('/#/setting/module')
    const link = page.getByRole('link', { name: notes })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Back to all modules' })).toBeFocused()
    await page.getByRole('tab', { name: 'Releases' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Tenants' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Errors' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('link', { name: 'Back to all modules' }).focus()
    await page.keyboard.press('Enter')
    await expect(link).toBeFocused()
  })

  test('an unknown module leads back to the list', async ({ page }) => {
    await page.goto('/#/setting/module?name=nothing')
    await expect(page.getByText('There is no module “nothing”')).toBeVisible()
    await page.getByRole('link', { name: 'Back to all modules' }).click()
    await expect(page.getByRole('heading', { name: 'Modules', level: 1 })).toBeVisible()
  })
})
