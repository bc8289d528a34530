import {
  releaseModules,
  releaseRegistry,
  releaseTenantMode,
  tenantReleaseMode,
  tenantReleases,
} from '@atrium/contract'
import { apiOf } from './support/api.ts'
import { inDatabase } from './support/database.ts'
import { activate, loseFiles, releaseRemote } from './support/team.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

// These tests share one active release, so they run one after another.
test.describe.configure({ mode: 'default' })

test.use({ as: 'tenantAdministrator' })

const memos = 'memos'
let first = ''
let second = ''

test.beforeAll(async () => {
  test.setTimeout(180_000)
  first = await releaseRemote(memos, '3333333333')
  second = await releaseRemote(memos, '4444444444')
})

test('a tenant without an active release has nothing to stay on; later it stays on its release until its administrator has accepted the next', async ({
  page,
  api,
  sessionOf,
}) => {
  await inDatabase((trx) =>
    trx.updateTable('remoteModule').set({ active: '' }).where('id', '=', memos).execute(),
  )
  const own = apiOf((await sessionOf('tenantAdministrator')).key)
  /** Returns the registry entry of the release that the tenant's users get. */
  const counting = async () => {
    const { remotes } = await own(releaseRegistry, {})
    const found = remotes.find((one) => Reflect.get(Object(one), 'name') === memos)
    return JSON.stringify(found)
  }
  await page.goto('/#/tenantManager/tenantRelease')
  await expect(page.getByRole('heading', { name: '模块版本' })).toBeVisible()
  const row = rowOf(page, memos)
  await expect(row).toContainText('自动更新')
  const validate = row.getByRole('button', { name: /^改为先验证后更新/ })
  await expect(validate).toHaveAttribute('aria-disabled', 'true')
  await expect(validate).toHaveAttribute('title', /还没有启用的版本/)
  await activate(api, memos, first)
  await page.reload()
  await validate.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`停留在当前版本 ${first}`)
  await dialog.getByRole('button', { name: '确认更改' }).click()
  await expect(row).toContainText('先验证后更新')
  await expect(row).toContainText('lumingxi.admin')
  await expect(row).toContainText('已是最新')

  await activate(api, memos, second)
  await page.reload()
  await expect(row.getByRole('button', { name: `接受 ${second}` })).toBeVisible()
  expect(await counting()).toContain(`"active":"${first}"`)
  await row.getByRole('button', { name: `接受 ${second}` }).click()
  await expect(dialog).toContainText('21 CFR Part 11 §11.10(a)')
  await expect(dialog).toContainText(`将以 ${second} 代替 ${first}`)
  await dialog.getByRole('button', { name: '确认已验证并接受' }).click()
  await expect(dialog.getByText('请输入原因！')).toBeVisible()
  await dialog.getByLabel('原因').fill('验证报告 VAL-2026-031，结论：通过')
  await dialog.getByRole('button', { name: '确认已验证并接受' }).click()
  await expect(page.getByText('已接受该版本')).toBeVisible()
  await expect(row).toContainText('已是最新')
  expect(await counting()).toContain(`"active":"${second}"`)

  await row.getByRole('button', { name: /^改为自动更新/ }).click()
  await dialog.getByRole('button', { name: '确认更改' }).click()
  await expect(row).toContainText('自动更新')
})

test('a release that the platform has pinned is shown, and cannot be changed here', async ({
  page,
  api,
  sessionOf,
}) => {
  const own = apiOf((await sessionOf('tenantAdministrator')).key)
  const { list } = await own(tenantReleases, { tenantId: '', page: 1, limit: 100 })
  // The list contains no other tenants' releases.
  expect(new Set(list.map(({ tenantId }) => tenantId)).size).toBe(1)
  const { tenantId = '', rowVersion = 0 } = list.find(({ name }) => name === memos) ?? {}
  const held = { name: memos, tenantId, reason: '等待客户完成验证' }
  await api(releaseTenantMode, { ...held, mode: 'pinned', version: first, rowVersion })
  await page.goto('/#/tenantManager/tenantRelease')
  const row = rowOf(page, memos)
  await expect(row).toContainText('平台固定')
  await expect(row).toContainText(first)
  const change = row.getByRole('button', { name: /^改为自动更新/ })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await expect(change).toHaveAttribute('title', /由平台固定在此版本/)
  await api(releaseTenantMode, { ...held, mode: 'follow', version: '', rowVersion: rowVersion + 1 })
})

test('a validated release that can no longer run shows why, and which release is used without acceptance', async ({
  page,
  api,
  sessionOf,
}) => {
  await activate(api, memos, first)
  const own = apiOf((await sessionOf('tenantAdministrator')).key)
  const { list } = await own(tenantReleases, { tenantId: '', page: 1, limit: 100 })
  const { tenantId = '' } = list.find(({ name }) => name === memos) ?? {}
  const change = { tenantId, name: memos, reason: '' }
  await own(tenantReleaseMode, { ...change, validated: true })
  await activate(api, memos, second)
  const putBack = await loseFiles(memos, first)
  try {
    await page.goto('/#/tenantManager/tenantRelease')
    const row = rowOf(page, memos)
    await row.getByText(`${first} 不能运行，现用 ${second}`).click()
    await expect(row).toContainText('以下文件缺失或内容与清单不符：release.json')
    await expect(row).toContainText(`贵方尚未接受正在使用的 ${second}`)
    await expect(row.getByRole('button', { name: `接受 ${second}` })).toBeVisible()
    const unusable = (await api(releaseModules, {})).find(({ name }) => name === memos)?.unusable
    expect(unusable).toMatchObject([{ version: first, tenantCount: 1 }])
  } finally {
    await putBack()
    await own(tenantReleaseMode, { ...change, validated: false })
  }
})

test.describe('in English, on a phone', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })

  test('a row’s buttons are a menu, and Escape does not discard input', async ({ page, api }) => {
    await activate(api, memos, first)
    await page.goto('/#/tenantManager/tenantRelease')
    const row = rowOf(page, memos)
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Update after acceptance' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update “memos” only after acceptance' })
    await dialog.getByLabel('Reason').fill('Validation is under way')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Validation is under way')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(row.getByRole('button', { name: /^Actions/ })).toBeFocused()
  })
})
