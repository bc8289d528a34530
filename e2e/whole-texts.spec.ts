import { domainCombobox, softwareCodes, studyLinkSave, tenantCombobox } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { addStudy } from './support/studies.ts'
import { openTenantDialog, openTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const lists = [
  'systemManger/tenant',
  'systemManger/site',
  'systemManger/user',
  'systemManger/holiday',
  'tenantManager/tenantSite',
  'tenantManager/tenantUser',
  'tenantManager/tenantPorject',
  'tenantManager/userDepartment',
  'projectManager/projectSite',
  'projectManager/softAllowed',
  'projectManager/userAllowed',
  'software/softwareManger',
  'software/urlSet',
  'base/sms',
  'base/email',
  'base/file',
  'base/task',
]

/** Returns the search fields with a truncated placeholder. */
const cutPlaceholders = (page: Page) =>
  page.locator('input[placeholder]:visible').evaluateAll((inputs) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return (inputs as HTMLInputElement[])
      .filter((input) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input)
        context.font = font
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return context.measureText(input.placeholder).width > room + 1
      })
      .map(({ placeholder }) => placeholder)
  })

/** Returns whether an element ends within the visible part of a table. */
const endsInSight = (cell: Locator) =>
  cell.evaluate((it) => {
    const { right = 0 } = it.closest('.data-table-scroll')?.getBoundingClientRect() ?? {}
    const actions = it.parentElement?.querySelector('.action-cell')?.getBoundingClientRect().width ?? 0
    return it.getBoundingClientRect().right <= right - actions + 1
  })

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('every search field shows its full placeholder', async ({ page }) => {
      test.setTimeout(240_000)
      for (const path of lists) {
        await page.goto(`/#/${path}`)
        await expect(page.locator('input[placeholder]:visible').first()).toBeVisible()
        expect(await cutPlaceholders(page), path).toEqual([])
      }
    })

    test('licences show short product names where the full names are truncated', async ({ page }) => {
      for (const path of ['software/tenantsoft', 'tenantManager/syslist']) {
        // Other tests' licences for other products would fill the first page.
        await page.goto(`/#/${path}?softwareId=${softwareCodes.rtsm}`)
        const cell = page.getByRole('cell').filter({ hasText: 'RTSM' }).first()
        await expect(cell).toHaveText(/^(RTSM|.*（RTSM）|.*\(RTSM\))$/, { useInnerText: true })
        expect(await cell.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
      }
    })

    test('roles of authorized users end within the visible part of the table', async ({ page, api }) => {
      const [tenant] = await api(tenantCombobox, { keyWord: '衡序澜' })
      await page.goto(`/#/projectManager/userAllowed?tenantId=${tenant?.code}`)
      const role = language === 'zh' ? /监查员|研究者/ : /associate|[Ii]nvestigator/
      const cell = page.getByRole('cell').filter({ hasText: role }).first()
      await expect(cell).toBeVisible()
      expect(await endsInSight(cell)).toBe(true)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('user names end within the visible part of the table, with an ellipsis if truncated', async ({
    page,
  }) => {
    await page.goto('/#/systemManger/user?userName=lumingxi.admin')
    const cell = rowOf(page, 'lumingxi.admin')
      .getByRole('cell')
      .filter({ hasText: /^lumingxi.admin$/ })
    await expect(cell).toBeVisible()
    expect(await endsInSight(cell)).toBe(true)
    await expect(cell).toHaveCSS('text-overflow', 'ellipsis')
  })
})

/** Opens the tallest dialog, causes a message, and expects that the message does not cover the dialog's title. */
const expectTitleFree = async (page: Page) => {
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  await page.route('**/api/tenant/save', (route) => route.abort())
  await dialog.getByLabel('租户名称').fill(unique('提示'))
  await dialog.getByLabel('简称').fill('提示')
  await dialog.getByLabel('联系人', { exact: true }).fill('李蕾')
  await dialog.getByRole('combobox', { name: '类别' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: '保存' }).click()
  const message = page.locator('.arco-message')
  await expect(message).toBeVisible()
  const title = await dialog.locator('.arco-modal-header').boundingBox()
  const box = await message.boundingBox()
  if (!title || !box) throw new Error('not drawn')
  expect(box.y >= title.y + title.height || box.y + box.height <= title.y).toBe(true)
}

test.describe('over a dialog', () => {
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('a message is shown above the title', async ({ page }) => {
    await expectTitleFree(page)
  })

  test('a message is shown below the title on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectTitleFree(page)
  })
})

test('the heading of a study is its name, with its code beside it', async ({ page, api }) => {
  const [tenant] = await api(tenantCombobox, { keyWord: '鹿鸣溪' })
  const tenantId = tenant?.code ?? ''
  const code = unique('LMX-')
  const studyId = await addStudy(api, tenantId, { code: `${code}-02`, name: `${code} 联合治疗研究` })
  const [domain] = await api(domainCombobox, { tenantId, softwareId: softwareCodes.edc })
  const link = await api(studyLinkSave, { studyId, tenantUrlId: domain?.code ?? '' })
  await page.goto(`/#/projectManager/userAllowed?${new URLSearchParams({ tenantId, place: link })}`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`${code} 联合治疗研究`)
  await expect(page.locator('.study-user-code')).toHaveText(`${code}-02`)
})

test.describe('cards of modules', () => {
  test.use({ language: 'en' })
  test('have their dividers at the same height', async ({ page }) => {
    await page.goto('/#/setting/module')
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    /** Number of different divider heights in each row of cards. */
    const rows = await page.locator('.module-card').evaluateAll((cards) => {
      const dividers = new Map<number, Set<number>>()
      for (const card of cards) {
        const top = Math.round(card.getBoundingClientRect().top)
        const divider = card.querySelector('.module-health')?.getBoundingClientRect().top ?? 0
        dividers.set(top, (dividers.get(top) ?? new Set()).add(Math.round(divider)))
      }
      return [...dividers.values()].map((tops) => tops.size)
    })
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows)).toEqual(new Set([1]))
  })
})
