import { blinding, openSoftware, softwareCodes, userInfo } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { newAccount } from './support/invitations.ts'
import { authorizeInRtsm } from './support/rtsm.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { signInWorker } from './support/workers.ts'

test.use({ as: 'nobody' })

const softwareId = softwareCodes.rtsm

const expectNoFault = async (page: Page): Promise<void> => {
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('an authorized user opens RTSM, blinded where required, and signs out of it', async ({ page, api }) => {
  const person = await newAccount('handover')
  const blinded = await authorizeInRtsm(api, person.userName, { isBlind: blinding.blinded })
  const { tenantId, studyUrlId, studyCode, siteName } = await authorizeInRtsm(api, person.userName, {
    isBlind: blinding.unblinded,
    unblindingReason: '负责药物供应',
  })
  const { url } = await person.api(openSoftware, { softwareId, tenantId, studyUrlId })
  await signInWorker(page, await person.api(userInfo, {}))
  await page.goto(url)
  await expect(page).toHaveURL(`${inboxUrl}/products/rtsm`)
  await expect(page.getByRole('heading', { name: '王晓' })).toBeVisible()
  const study = page.getByRole('article').filter({ hasText: studyCode })
  await expect(study.getByRole('heading', { name: `${studyCode} 随机与供药` })).toBeVisible()
  await expect(study.getByText(siteName).first()).toBeVisible()
  const tables = study.getByRole('table')
  await expect(tables).toHaveCount(2)
  await expect(tables.first()).toContainText(/药物编号治疗组\s+01-001[\d-]{10}K\d{5}(试验药组|安慰剂组)/)
  const otherStudy = page.getByRole('article').filter({ hasText: blinded.studyCode })
  await expect(otherStudy.getByRole('table')).toHaveCount(2)
  await expect(otherStudy).toContainText('01-001')
  await expect(otherStudy).not.toContainText(/K\d{5}|试验药组|安慰剂组/)
  await expectNoFault(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: '王晓' })).toBeVisible()

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByText('Your role is blinded').first()).toBeVisible()
  await expectNoFault(page)

  // Signing out of the product ends the session of the suite too.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Nobody is signed in here')).toBeVisible()
  await page.goto(url)
  await expect(page).toHaveURL(new RegExp(`^${suiteUrl}/oidc/interaction/`))
})

test('a user who arrives in another user’s session is asked which of them continues', async ({
  page,
  api,
}) => {
  const [first, second] = [await newAccount('first'), await newAccount('second')]
  const openAs = async (person: typeof first): Promise<void> => {
    const { tenantId, studyUrlId } = await authorizeInRtsm(api, person.userName, {
      isBlind: blinding.blinded,
    })
    const { url } = await person.api(openSoftware, { softwareId, tenantId, studyUrlId })
    // As on a machine whose browser forgot the suite, but not the product.
    await page.context().clearCookies({ domain: new URL(suiteUrl).hostname })
    await page.context().addCookies([{ name: 'language', value: 'zh', url: suiteUrl }])
    await signInWorker(page, await person.api(userInfo, {}))
    await page.goto(url)
  }
  const question = page.getByText(
    `当前登录的是王晓（${first.userName}），而此链接属于王晓（${second.userName}）。`,
  )
  await openAs(first)
  await expect(page.getByText(first.email)).toBeVisible()
  await openAs(second)
  await expect(question).toBeVisible()
  await expectNoFault(page)
  await page.getByRole('button', { name: '继续以 王晓 的身份使用' }).click()
  await expect(page.getByText(first.email)).toBeVisible()
  await openAs(second)
  await page.getByRole('button', { name: '退出当前用户，以王晓的身份继续' }).click()
  await expect(page.getByText(second.email)).toBeVisible()
})
