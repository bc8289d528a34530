import { softwareCodes } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import enSignIn from '../apps/sign-in/src/texts/accounts/en.json' with { type: 'json' }
import zhSignIn from '../apps/sign-in/src/texts/accounts/zh.json' with { type: 'json' }
import enStudy from '../apps/study-admin/src/texts/en.json' with { type: 'json' }
import zhStudy from '../apps/study-admin/src/texts/zh.json' with { type: 'json' }
import type { Api } from './support/api.ts'
import { codeIn, nextMessageTo } from './support/inbox.ts'
import { phoneOf } from './support/phones.ts'
import { signIn } from './support/sessions.ts'
import { addProduct, addSite, addStudy, type Product, products } from './support/studies.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Texts on the screens that the story uses. */
const words = {
  zh: {
    study: zhStudy,
    register: zhSignIn.register,
    code: '中心编号',
    save: '保存',
    close: '关闭',
    type: '用户类型',
    emails: '邮箱',
    sent: '已发送',
    fullName: '姓名',
    userName: '用户名',
    password: '密码',
    phone: '手机号',
    sendCode: '获取验证码',
    phoneCode: '短信验证码',
    position: '岗位',
  },
  en: {
    study: enStudy,
    register: enSignIn.register,
    code: 'Site code',
    save: 'Save',
    close: 'Close',
    type: 'User type',
    emails: 'E-mail addresses',
    sent: 'Sent',
    fullName: 'Full name',
    userName: 'User name',
    password: 'Password',
    phone: 'Phone',
    sendCode: 'Get code',
    phoneCode: 'SMS code',
    position: 'Position',
  },
} as const

/** Adds a tenant with a site, a study, and licences and domains of the sandbox's products. */
async function addTenant(api: Api) {
  const [tenantName, siteName] = [unique('远行医药'), unique('远行医院')]
  const [tenantId = ''] = await addTenants(api, tenantName)
  await addSite(api, tenantId, siteName)
  const studyName = unique('远行一线治疗研究')
  await addStudy(api, tenantId, { name: studyName })
  for (const product of products) await addProduct(api, tenantId, product)
  return { tenantId, tenantName, siteName, studyName }
}

for (const language of ['zh', 'en'] as const) {
  const t = words[language]
  const invitation = t.study.invitation

  /** Returns the selection table with this title on the invitation screen. */
  const card = (page: Page, title: string): Locator =>
    page.locator('.choice-table').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const pick = (page: Page, title: string) =>
    card(page, title).getByRole('row').nth(1).locator('.selection-cell input').check()

  /** Selections for each product, after the study was selected. */
  const choices: Readonly<Record<Product, (page: Page) => Promise<void>>> = {
    edc: async (page) => {
      await pick(page, invitation.sites)
      await pick(page, invitation.moduleRole)
      await card(page, invitation.projectRoles).getByRole('checkbox', { name: /UAT/ }).first().check()
    },
    rtsm: async (page) => {
      await pick(page, invitation.role)
      await pick(page, invitation.sites)
    },
    ctms: async (page) => {
      await pick(page, invitation.sites)
      await pick(page, invitation.tenantRole)
      await pick(page, invitation.studyRole)
    },
    etmf: (page) => choices.ctms(page),
  }

  test.describe(language, () => {
    test.use({ language })

    test('a study is set up, and a user who is invited to its four products starts to work in them', async ({
      page,
      api,
    }) => {
      test.slow()
      const { tenantId, tenantName, siteName, studyName } = await addTenant(api)

      await test.step('a site is added to the study', async () => {
        await page.goto(`/#/projectManager/projectSite?tenantId=${tenantId}`)
        await page.getByRole('button', { name: t.study.site.add }).click()
        const picker = page.getByRole('dialog').first()
        await picker.getByRole('radio', { name: siteName }).check()
        await picker.getByRole('button', { name: t.study.site.next }).click()
        const form = page.getByRole('dialog').last()
        await form.getByLabel(t.code).fill('01')
        await form.getByRole('button', { name: t.save }).click()
        await expect(page.getByRole('dialog')).toHaveCount(1)
        await picker.getByRole('button', { name: t.close }).first().click()
        await expect(rowOf(page, siteName)).toContainText('01')
      })

      await test.step('the study is linked with four products', async () => {
        await page.goto(`/#/projectManager/softAllowed?tenantId=${tenantId}`)
        for (const product of products) {
          const box = rowOf(page, studyName).getByRole('checkbox', { name: new RegExp(product, 'i') })
          await box.click()
          const dialog = page.getByRole('dialog')
          // The tenant's only domain is preselected.
          await expect(dialog.getByRole('combobox').first()).toContainText(product)
          await dialog.getByRole('button', { name: t.save }).click()
          await expect(box).toBeChecked()
        }
      })

      const userName = unique('yuan')
      const address = `${userName}@hospital.example`

      await test.step('a user is invited to each product', async () => {
        for (const product of products) {
          const softId = softwareCodes[product]
          await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}&softId=${softId}`)
          await expect(page.getByRole('tab', { selected: true }).first()).toContainText(
            new RegExp(product, 'i'),
          )
          await pick(page, invitation.study)
          await choices[product](page)
          await page.getByRole('button', { name: invitation.open }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('combobox', { name: t.type }).click()
          await page.getByRole('option').first().click()
          await dialog.getByRole('textbox', { name: t.emails, exact: true }).fill(address)
          await dialog.getByRole('button', { name: invitation.send }).click()
          const result = page.getByRole('dialog', { name: invitation.result })
          await expect(result.getByRole('listitem')).toHaveText([`${address}${t.sent}`])
          await result.getByRole('button', { name: invitation.done, exact: true }).click()
        }
      })

      const account = { userName, password: 'Fresh2026yuan' }

      await test.step('the user follows the e-mail, registers and signs in', async () => {
        const { text } = await nextMessageTo(address)
        const key = /\/#\/register\?key=([\w-]+)/.exec(text)?.[1] ?? ''
        // Removes the administrator's data from the browser, as if it were another browser.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await page.context().addCookies([{ name: 'language', value: language, url: suiteUrl }])
        await page.goto(`/#/register?key=${key}`)
        await page.getByLabel(t.fullName).fill('远山')
        await page.getByLabel(t.userName).fill(userName)
        await page.getByLabel(t.password, { exact: true }).fill(account.password)
        await page.getByLabel(t.phone).fill(phoneOf(userName))
        await page.getByRole('button', { name: t.sendCode }).click()
        await page.getByLabel(t.phoneCode).fill(codeIn(await nextMessageTo(phoneOf(userName))))
        await page.getByRole('combobox', { name: t.position }).click()
        await page.getByRole('option').first().click()
        await page.getByRole('button', { name: t.register.submit }).click()
        await expect(page.getByRole('heading', { name: t.register.done })).toBeVisible()
        await signIn(page, account, language)
      })

      await test.step('the user sees the authorized products and nothing else', async () => {
        const cards = page.locator('.landing-card')
        await expect(cards).toHaveCount(products.length)
        for (const [index, product] of products.entries())
          await expect(cards.nth(index)).toContainText(new RegExp(product, 'i'))
        await cards.first().click()
        await expect(page.locator('.choice')).toHaveCount(1)
        await expect(page.locator('.choice')).toContainText(tenantName)
      })

      await test.step('the user opens a product, which knows the user and their roles', async () => {
        await page.locator('.choice').click()
        await expect(page).toHaveURL(`${inboxUrl}/products/edc`)
        for (const text of ['远山', tenantName, studyName, siteName, 'UAT'])
          await expect(page.getByText(text).first()).toBeVisible()
      })

      await test.step('RTSM shows the user’s study, and keeps the user blinded', async () => {
        await page.goto('/#/projectListRTSM')
        await expect(page.locator('.choice')).toHaveCount(1)
        await page.locator('.choice').filter({ hasText: studyName }).click()
        await expect(page).toHaveURL(`${inboxUrl}/products/rtsm`)
        await expect(page.getByText(studyName).first()).toBeVisible()
        await expect(page.getByText(/盲态|[Bb]linded/).first()).toBeVisible()
      })
    })
  })
}
