import { softwareList, softwareSave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openSoftware = async (page: Page, keyWord = ''): Promise<void> => {
  await page.goto(`/#/software/softwareManger?${new URLSearchParams({ keyWord })}`)
  await expect(page.getByRole('heading', { name: '软件管理' })).toBeVisible()
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存', exact: true }).click()

const keyField = (dialog: Locator): Locator => dialog.getByLabel('应用密钥')

/** A generated key: 32 bytes as base64url. */
const generated = /^[\w-]{43}$/

test('a product is added with a key that the browser generates, changed, and deleted', async ({ page }) => {
  const code = unique('E2E')
  await openSoftware(page)
  await page.getByRole('button', { name: '新增软件' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('软件名称')).toBeFocused()
  await save(dialog)
  for (const field of ['软件名称', 'Web 编码', '应用编码', '应用密钥', '排序'])
    await expect(dialog.getByText(`请输入${field}！`)).toBeVisible()

  await dialog.getByLabel('软件名称').fill(code)
  await dialog.getByLabel('Web 编码').fill('020')
  await dialog.getByLabel('应用编码').fill(code)
  await dialog.getByLabel('排序').fill('900')
  await dialog.getByRole('button', { name: '生成密钥' }).click()
  const key = await keyField(dialog).inputValue()
  expect(key).toMatch(generated)
  await dialog.getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('密钥已复制')).toBeVisible()
  await save(dialog)
  await expect(dialog.getByText('Web 编码已被使用，请换一个')).toBeVisible()
  await expect(keyField(dialog)).toHaveValue(key)
  // The error disappears when the field loses the focus, and the click still reaches the button.
  await dialog.getByLabel('Web 编码').fill(code)
  await save(dialog)
  await expect(page.getByText('新增成功')).toBeVisible()

  await page.getByPlaceholder('搜索名称或编码').fill(code)
  const row = rowOf(page, code)
  await expect(row).toContainText('已设置')
  await expect(row).toContainText('30 分钟')
  await expect(row).toContainText('一次性代码')
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(keyField(dialog)).toHaveValue('********')
  await dialog.getByRole('button', { name: '更换密钥' }).click()
  await expect(keyField(dialog)).toHaveValue(generated)
  await dialog.getByRole('button', { name: '保留原密钥' }).click()
  await expect(keyField(dialog)).toHaveValue('********')
  await dialog.getByLabel('登出时间').fill('0')
  await dialog.getByRole('radio', { name: 'OpenID Connect' }).check()
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('不自动登出')
  await expect(row).toContainText('OpenID Connect')
  await expect(row).toContainText('已设置')

  await row.getByRole('button', { name: '编辑' }).click()
  await dialog.getByRole('button', { name: '更换密钥' }).click()
  await save(dialog)
  await expect(row).toContainText('更换中')

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

test('a delivered product keeps its web code, and one in use cannot be deleted', async ({ page }) => {
  await openSoftware(page, 'EDC')
  const row = rowOf(page, '电子数据采集系统')
  await row.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Web 编码')).toBeDisabled()
  await dialog.getByRole('button', { name: '取消' }).click()
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText(/正在使用中，无法删除：.*租户域名/)).toBeVisible()
  await expect(row).toBeVisible()
})

test('the second of two users who replace one key sees that it has changed, but not the key', async ({
  page,
  api,
}) => {
  const code = unique('KEY')
  const fields = { softwareName: code, webCode: code, appCode: code, validityTime: 30, sort: 900 }
  const id = await api(softwareSave, { ...fields, appKey: 'first-key-of-the-product' })
  await openSoftware(page, code)
  await rowOf(page, code).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('软件名称')).toHaveValue(code)
  await api(softwareSave, { ...fields, id, appKey: 'second-key-of-the-product' })
  await dialog.getByRole('button', { name: '更换密钥' }).click()
  await save(dialog)
  await expect(dialog.getByRole('row', { name: /密钥设置时间/ })).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
  await expect(dialog).not.toContainText('key-of-the-product')
  await dialog.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  const { list } = await api(softwareList, { keyWord: code })
  expect(list[0]).toMatchObject({ appKey: '********', formerKeyEndsAt: expect.stringMatching(/Z$/) })
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('products and errors are shown in English', async ({ page }) => {
    await page.goto('/#/software/softwareManger')
    await expect(page.getByRole('row', { name: /Electronic Data Capture \(EDC\)/ })).toBeVisible()
    await page.getByRole('button', { name: 'Add product' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('App key').fill('too short')
    await dialog.getByLabel('Web code').fill('a b')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('App key must be 16 to 128 visible ASCII characters')).toBeVisible()
    await expect(dialog.getByText('Web code may hold only letters')).toBeVisible()
  })
})
