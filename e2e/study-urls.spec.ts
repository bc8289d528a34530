import { domainList, domainSave, softwareCodes, studyLinkDelete, studyLinkSave } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { addProduct, addressOf, addStudy } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const softwareId = softwareCodes.edc

const words = {
  zh: {
    tenant: '租户未配置 URL，请联系管理员',
    study: '研究未配置 URL，请先在“软件授权”中配置',
    cancel: '取消',
    retry: '重试',
    moduleRole: '模块角色',
  },
  en: {
    tenant: 'Tenant has no URL configured, contact administrator',
    study: 'Study has no URL configured: set it up under “Study software” first',
    cancel: 'Cancel',
    retry: 'Try again',
    moduleRole: 'Module role',
  },
} as const

const open = async (page: Page, screen: string, tenantId: string) => {
  await page.goto(`/#/projectManager/${screen}?tenantId=${tenantId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]
  test.describe(language, () => {
    test.use({ language })

    test('a tenant or a study without a URL is reported on each screen that needs one', async ({
      page,
      api,
    }) => {
      const [tenantId = ''] = await addTenants(api, unique('无域名医药'))
      const name = unique('无域名研究')
      const studyId = await addStudy(api, tenantId, { name })
      for (const screen of ['userAllowed', 'authorization']) {
        await open(page, screen, tenantId)
        await expect(page.getByText(t.tenant)).toBeVisible()
      }
      await open(page, 'softAllowed', tenantId)
      await rowOf(page, name).getByRole('checkbox', { name: /EDC/ }).click()
      await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: t.tenant })).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: t.cancel }).click()

      const tenantUrlId = await addProduct(api, tenantId, 'edc')
      for (const screen of ['userAllowed', 'authorization']) {
        await open(page, screen, tenantId)
        await expect(page.getByText(t.study)).toBeVisible()
      }

      // The domain has a URL for users but none for calls. Once it has one, the screen continues.
      const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
      const setApiUrl = async (apiUrl: string) => {
        const [domain] = (await api(domainList, { tenantId, softwareId })).list
        if (domain) await api(domainSave, { ...domain, apiUrl })
      }
      await setApiUrl('')
      await page.reload()
      const study = page.getByRole('radio', { name: new RegExp(name) })
      await study.check()
      await expect(page.locator('.error-state')).toContainText(t.tenant)
      await setApiUrl(addressOf('edc'))
      await page.getByRole('button', { name: t.retry }).click()
      await expect(page.getByRole('heading', { name: t.moduleRole })).toBeVisible()

      // A colleague unlinks the product from the study while a user is about to invite people to it.
      await page.reload()
      await expect(study).toBeVisible()
      await api(studyLinkDelete, { id: studyUrlId })
      await study.check()
      await expect(page.locator('.error-state')).toContainText(t.study)
    })
  })
}
