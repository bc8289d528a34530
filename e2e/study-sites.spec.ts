import { studySiteList, studySiteSave, tenantCombobox } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { apiOf } from './support/api.ts'
import { goBackAndStay, reloadAnyway } from './support/leaving.ts'
import { addSite, addSites, addStudy } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const open = async (page: Page, state: Record<string, string> = {}) => {
  await page.goto(`/#/projectManager/projectSite?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/研究中心|Study sites/)
}

test('a platform administrator selects a study and enrols one site after another', async ({ page, api }) => {
  const [tenant, name, site] = [unique('研究中心医药'), unique('入组研究'), unique('入组医院')]
  const [tenantId = ''] = await addTenants(api, tenant)
  await addSites(api, tenantId, site, 3)
  await addStudy(api, tenantId, { name: `${name}甲` })
  const second = await addStudy(api, tenantId, { name: `${name}乙` })

  await open(page)
  await page.getByRole('combobox', { name: '租户', exact: true }).click()
  await page.keyboard.type(tenant)
  await page.getByRole('option', { name: tenant, exact: true }).click()
  // The latest study comes first and is preselected.
  const study = (which: string) => page.getByRole('button', { name: `${name}${which}`, exact: true })
  await expect(study('乙')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('该研究还没有中心')).toBeVisible()
  await study('甲').click()
  await expect(page.getByRole('heading', { name: `${name}甲` })).toBeVisible()
  await page.reload()
  await expect(study('甲')).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(study('乙')).toHaveAttribute('aria-current', 'true')
  await page.goForward()
  await expect(study('甲')).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: '新增中心' }).click()
  const picker = page.getByRole('dialog', { name: `新增中心：${name}甲` })
  await expect(picker.getByRole('row')).toHaveCount(4)
  const search = picker.getByPlaceholder('搜索中心名称或昵称')
  await search.fill(`${site} 1`)
  await expect(picker.getByRole('row')).toHaveCount(2)
  await picker.getByRole('radio', { name: `选择 ${site} 1` }).check()
  await goBackAndStay(page)
  await expect(picker.getByRole('radio', { name: `选择 ${site} 1` })).toBeChecked()
  await picker.getByRole('button', { name: '下一步' }).click()
  const form = page.getByRole('dialog', { name: '新增研究中心' })
  await expect(form.getByText(`${site} 1`)).toBeVisible()
  await expect(form.getByLabel('中心昵称')).toHaveValue(`${site} 1`)
  await expect(form.getByLabel('地址')).toHaveValue('云岫路 8 号')
  await expect(form.getByLabel('备注')).toHaveValue('机构办公室在三楼')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入中心编号！')).toBeVisible()
  await form.getByLabel('中心编号').fill('01')
  const sent = page.waitForRequest('**/studySite/save')
  await form.getByRole('button', { name: '保存' }).click()
  // Details of the site that were loaded are sent together with the input.
  expect((await sent).postDataJSON()).toMatchObject({
    code: '01',
    siteName: `${site} 1`,
    nickName: `${site} 1`,
    levelDesc: expect.stringMatching(/./),
    address: '云岫路 8 号',
    remark: '机构办公室在三楼',
    studyId: expect.any(String),
    tenantSiteId: expect.any(String),
  })
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(form).toBeHidden()

  // The picker opens at once for the next site and no longer lists sites of the study.
  await expect(search).toBeFocused()
  await expect(picker.getByText('没有找到中心')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(site)
  await expect(picker.getByRole('row')).toHaveCount(3)
  await picker.getByRole('radio', { name: `选择 ${site} 2` }).check()
  await picker.getByRole('button', { name: '下一步' }).click()
  await form.getByLabel('中心编号').fill('未存')
  await reloadAnyway(page)
  await expect(study('甲')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '新增中心' }).click()
  await picker.getByRole('radio', { name: `选择 ${site} 2` }).check()
  await picker.getByRole('button', { name: '下一步' }).click()
  await form.getByLabel('中心编号').fill('０１')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('本研究中已有此中心编号，请换一个')).toBeVisible()
  await form.getByLabel('中心编号').fill('02')
  await form.getByLabel('中心昵称').fill('')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await picker.getByRole('button', { name: '关闭' }).first().click()
  await expect(picker).toBeHidden()

  const sites = page.getByRole('region', { name: `${name}甲的研究中心` })
  await expect(sites.getByRole('row')).toHaveCount(3)
  for (const text of ['02', `${site} 2`, '中国 - 浙江省'])
    await expect(rowOf(page, `${site} 2`)).toContainText(text)

  await rowOf(page, `${site} 2`).getByRole('button', { name: '编辑' }).click()
  const edited = page.getByRole('dialog', { name: '编辑研究中心' })
  await edited.getByLabel('中心昵称').fill('东院区')
  await edited.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await page.getByPlaceholder('搜索中心编号、昵称或名称').fill('东院')
  await expect(sites.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByPlaceholder('搜索中心编号、昵称或名称')).toHaveValue('东院')
  await expect(sites.getByRole('row')).toHaveCount(2)
  await rowOf(page, '东院区').getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()

  // The search text for one study does not apply to the next.
  await study('乙').click()
  await expect(page.getByPlaceholder('搜索中心编号、昵称或名称')).toHaveValue('')
  await expect(page.getByText('该研究还没有中心')).toBeVisible()
  expect((await api(studySiteList, { studyId: second })).list).toEqual([])
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('starts with the own tenant; a site that a colleague has enrolled meanwhile is rejected, and the picker stays open', async ({
    page,
    api,
    sessionOf,
  }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [tenant] = await own(tenantCombobox, { menu: 'projectSite' })
    const tenantId = tenant?.code ?? ''
    const [name, site] = [unique('Elm study'), unique('Elm Hospital')]
    const [first = '', second = ''] = await addSites(api, tenantId, site, 2)
    const studyId = await addStudy(own, tenantId, { name })
    await open(page)
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText(tenant?.desc ?? 'nobody')
    await page.getByPlaceholder('Search study name, code or sponsor').fill(name)
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Add site' }).click()
    const picker = page.getByRole('dialog', { name: `Add site: ${name}` })
    await picker.getByPlaceholder('Search site name or nickname').fill(site)
    await picker.getByRole('radio', { name: `Select ${site} 1` }).check()
    await own(studySiteSave, { studyId, tenantSiteId: first, code: '01' })
    await picker.getByRole('button', { name: 'Next' }).click()
    const form = page.getByRole('dialog', { name: 'Add study site' })
    await form.getByLabel('Site code').fill('02')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Site is already in this study; please choose another')).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    await picker.getByRole('radio', { name: `Select ${site} 2` }).check()
    await picker.getByRole('button', { name: 'Next' }).click()
    await form.getByLabel('Site code').fill('02')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(picker.getByText('No site found')).toBeVisible()
    await picker.getByRole('button', { name: 'Close' }).first().click()
    await expect(rowOf(page, `${site} 1`)).toContainText('China - Zhejiang')
    expect((await own(studySiteList, { studyId })).list.map(({ tenantSiteId }) => tenantSiteId)).toEqual([
      first,
      second,
    ])
    for (const number of [1, 2]) {
      await rowOf(page, `${site} ${number}`).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(rowOf(page, `${site} ${number}`)).toHaveCount(0)
    }
  })
})

test('on a phone the studies collapse into a button above the sites', async ({ page, api }) => {
  const [name, site] = [unique('手机研究'), unique('手机医院')]
  const [tenant] = await api(tenantCombobox, { keyWord: '鹿鸣溪' })
  const tenantId = tenant?.code ?? ''
  const tenantSiteId = await addSite(api, tenantId, site)
  const studyId = await addStudy(api, tenantId, { name: `${name}一` })
  await addStudy(api, tenantId, { name: `${name}二` })
  await api(studySiteSave, { studyId, tenantSiteId, code: '01' })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, { keyWord: name })
  const fold = page.getByRole('button', { name: /^研究 ?手机研究/ })
  await expect(fold).toContainText(`${name}二`)
  const first = page.getByRole('button', { name: `${name}一`, exact: true })
  await expect(first).toBeHidden()
  await fold.click()
  await first.click()
  await expect(first).toBeHidden()
  await expect(fold).toContainText(`${name}一`)
  await expect(fold).toBeFocused()
  await expect(rowOf(page, site)).toBeVisible()
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBe(clientWidth)
})
