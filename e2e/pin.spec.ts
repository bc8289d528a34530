import { defaultPin, pinSettings, pinSettingsSave, tenantCombobox } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { addTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds a tenant without saved settings. */
const aTenant = async (api: Api) => {
  const name = unique('PIN 租户')
  const [id = ''] = await addTenants(api, name)
  return { id, name }
}

const openPin = (page: Page, tenantId: string) => page.goto(`/#/tenantManager/tenantPin?tenantId=${tenantId}`)

test('the platform sets the rules for a tenant’s PINs, with an example', async ({ page, api }) => {
  const tenant = await aTenant(api)
  const another = await aTenant(api)
  await openPin(page, tenant.id)
  await expect(page.getByRole('heading', { name: 'PIN 码设置' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: '租户' })).toContainText(tenant.name)
  await expect(page.getByText('该租户尚未保存过设置')).toBeVisible()
  const sample = page.getByRole('region', { name: '示例' })
  const pin = sample.locator('.pin-code')
  await expect(pin).toHaveText(/^\d{6}$/)
  const length = page.getByLabel('PIN 码长度')
  const duration = page.getByLabel('有效时长（分钟）')
  await expect(duration).toHaveValue(String(defaultPin.pinDuration))
  await expect(page.getByText('PIN 码在发出 30 分钟后失效。')).toBeVisible()

  await page.getByRole('radio', { name: '字母和数字' }).check()
  await length.fill('8')
  await expect(pin).toHaveText(/^(?=.*[A-Z])(?=.*\d)[A-HJ-NP-Z2-9]{8}$/)
  const first = await pin.textContent()
  await sample.getByRole('button', { name: '换一个' }).click()
  await expect(pin).not.toHaveText(String(first))

  const save = page.getByRole('button', { name: '保存' })
  await length.fill('9')
  await expect(sample).toContainText('填写 6 到 8 的长度后显示示例')
  await duration.fill('')
  await save.click()
  await expect(page.getByText('PIN 码长度必须是 6 到 8 的整数')).toBeVisible()
  await expect(page.getByText('请输入有效时长（分钟）！')).toBeVisible()
  await length.fill('7')
  await duration.fill('1530')
  await expect(page.getByText('PIN 码在发出 1 天 1 小时 30 分钟后失效。')).toBeVisible()

  // Switching to another tenant asks about unsaved input first.
  await page.getByRole('button', { name: '撤销修改' }).click()
  await expect(length).toHaveValue('6')
  await length.fill('8')
  await page.getByRole('combobox', { name: '租户' }).click()
  await page.keyboard.type(another.name)
  await page.getByRole('option', { name: another.name }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('您填写的内容尚未保存')
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(length).toHaveValue('8')

  await page.getByRole('radio', { name: '短信' }).check()
  await duration.fill('0')
  await expect(page.getByText('PIN 码不会失效。')).toBeVisible()
  await save.click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page.getByText('该租户尚未保存过设置')).toHaveCount(0)
  expect(await api(pinSettings, { id: tenant.id })).toMatchObject({
    pinRule: defaultPin.pinRule,
    pinLength: 8,
    pinNoticeType: 2,
    pinDuration: 0,
  })
})

test('a user who saves too late sees what another user has changed', async ({ page, api }) => {
  const { id } = await aTenant(api)
  await openPin(page, id)
  const duration = page.getByLabel('有效时长（分钟）')
  await expect(duration).toHaveValue('30')
  await api(pinSettingsSave, { id, ...defaultPin, pinRule: 1 })
  await page.getByRole('radio', { name: '字母和数字' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert')).toContainText('在您编辑期间，他人修改了该信息')
  await page.getByRole('button', { name: '采用最新内容' }).click()
  await expect(page.getByRole('radio', { name: '字母', exact: true })).toBeChecked()
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('shows the settings of the own tenant', async ({ page, sessionOf }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [tenant] = await own(tenantCombobox, {})
    await page.goto('/#/tenantManager/tenantPin')
    await expect(page.getByRole('heading', { name: 'PIN settings' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toContainText(String(tenant?.desc))
    await page.getByLabel('Valid for (minutes)').fill('61')
    await expect(page.getByText('A PIN expires 1 hour 1 minute after it is sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Changes saved')).toBeVisible()
    expect(await own(pinSettings, { id: tenant?.code ?? '' })).toMatchObject({ pinDuration: 61 })
  })
})
