import { categories, siteSave, tenantCombobox } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { entryOf } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds sites to the platform, numbered from 1. */
const addSites = async (api: Api, name: string, count: number) => {
  const terms = {
    levelId: await entryOf(api, categories.siteLevel),
    typeId: await entryOf(api, categories.siteType),
  }
  for (let number = 1; number <= count; number += 1)
    await api(siteSave, { ...terms, siteName: `${name} ${number}`, countryId: 'CN', provinceId: '330000' })
}

const open = async (page: Page, heading = '租户中心') => {
  await page.goto('/#/tenantManager/tenantSite')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

const tenantFilter = (page: Page, name = '租户') => page.getByRole('combobox', { name, exact: true })

test('a platform administrator finds any tenant by typing, and adds, renames and removes its sites', async ({
  page,
  api,
}) => {
  const [tenant, site] = [unique('租户中心医药'), unique('选用医院')]
  // The selector first offers fifty tenants, without this one.
  await addTenants(api, unique('啊前面医药'), 51)
  await addTenants(api, tenant)
  await addSites(api, site, 12)
  await open(page)
  const add = page.getByRole('button', { name: '新增中心' })
  await expect(add).toBeDisabled()
  await expect(page.getByText('选择租户后可新增')).toBeVisible()

  await tenantFilter(page).click()
  await expect(page.getByText('还有更多，请输入关键词缩小范围')).toBeVisible()
  await expect(page.getByRole('option', { name: tenant, exact: true })).toHaveCount(0)
  await page.keyboard.type(tenant)
  await expect(page.getByRole('option')).toHaveText([tenant])
  await page.keyboard.press('Enter')
  await expect(tenantFilter(page)).toContainText(tenant)
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
  await page.reload()
  await expect(tenantFilter(page)).toContainText(tenant)

  await add.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('搜索中心名称或地址').fill(site)
  await dialog.getByRole('checkbox', { name: `选择 ${site} 1`, exact: true }).check()
  await dialog.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: `选择 ${site} 9`, exact: true }).check()
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByText('已新增 2 个中心')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = rowOf(page, `${site} 1`).first()
  await expect(row).toContainText('浙江省')
  await expect(rowOf(page, site)).toHaveCount(2)

  await row.getByRole('button', { name: '编辑' }).click()
  const nickName = dialog.getByLabel('中心昵称')
  await expect(nickName).toHaveValue(`${site} 1`)
  await nickName.fill('')
  await nickName.blur()
  await expect(dialog.getByText('请输入中心昵称！').first()).toBeVisible()
  await nickName.fill('老院区')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await page.getByPlaceholder('搜索中心名称或昵称').fill('老院区')
  await expect(rowOf(page, '老院区')).toContainText(`${site} 1`)
  await expect(page.getByText('共 1 条')).toBeVisible()

  await add.click()
  await dialog.getByPlaceholder('搜索中心名称或地址').fill(`${site} 1`)
  await expect(dialog.getByRole('checkbox', { name: `选择 ${site} 1`, exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: '取消' }).click()

  await rowOf(page, '老院区').getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(rowOf(page, '老院区')).toHaveCount(0)
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('the list starts with the own tenant, to which sites can be added at once', async ({
    page,
    api,
    sessionOf,
  }) => {
    const site = unique('Elm Hospital')
    await addSites(api, site, 1)
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [first] = await own(tenantCombobox, { menu: 'tenantSite' })
    await open(page, 'Tenant sites')
    await expect(tenantFilter(page, 'Tenant')).toContainText(first?.desc ?? 'nobody')
    await page.getByRole('button', { name: 'Add sites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Search site name or address').fill(site)
    await dialog.getByRole('checkbox', { name: `Select ${site} 1` }).check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('1 site added')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const row = rowOf(page, site)
    await expect(row).toContainText('China - Zhejiang')
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Site nickname').fill('Elm')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row.getByRole('cell', { name: 'Elm', exact: true })).toBeVisible()
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, site)).toHaveCount(0)
  })
})
