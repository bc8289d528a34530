import { codes, globalHolidays, holidayList, holidaySave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { apiOf } from './support/api.ts'
import { checkAccessibility } from './support/axe.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const year = new Date().getFullYear()
const workdays = '额外工作日'
/** Returns the latest success message; an earlier one may still be visible. */
const saved = (page: Page) => page.getByText('修改成功').last()
const day = (dialog: Locator, date: string): Locator => dialog.locator(`[data-day="${date}"]`)

/** Opens the calendars of tenants, filtered by name. */
const openHolidays = async (page: Page, keyWord = ''): Promise<void> => {
  await page.goto(`/#/systemManger/holiday?${new URLSearchParams(keyWord ? { keyWord } : {})}`)
  await expect(page.getByRole('heading', { name: '节假日管理' })).toBeVisible()
}

const openCalendar = async (page: Page, name: string): Promise<Locator> => {
  await openHolidays(page, name)
  await rowOf(page, name).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${year} 年`, { exact: true })).toBeVisible()
  return dialog
}

/** Scrolls the calendar until a day is under the sticky toolbar. */
const scrollUnderTools = (cell: Locator): Promise<void> =>
  cell.evaluate((element) => {
    const tools = document.querySelector('.calendar-tools')?.getBoundingClientRect().top ?? 0
    element.closest('.dialog-content')?.scrollBy(0, element.getBoundingClientRect().top - tools)
  })

/** Returns whether something covers the middle of the focused element. */
const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement } = document
    const { x, y, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) !== activeElement
  })

const save = async (page: Page, dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('a tenant’s days are marked with mouse and keyboard, listed, removed and summarised', async ({
  page,
  api,
}) => {
  const name = unique('历法医药')
  await addTenants(api, name)
  const dialog = await openCalendar(page, name)
  await day(dialog, `${year}-03-02`).hover()
  await page.mouse.down()
  await day(dialog, `${year}-03-05`).hover()
  await day(dialog, `${year}-03-04`).hover()
  await page.mouse.up()
  const holidays = dialog.getByRole('list', { name: '法定假日' })
  await expect(holidays.getByRole('listitem')).toHaveText(['3月2日 – 3月4日'])

  await dialog.getByRole('radio', { name: workdays }).check()
  await day(dialog, `${year}-03-04`).click()
  await expect(holidays.getByRole('listitem')).toHaveText(['3月2日 – 3月3日'])
  await day(dialog, `${year}-02-25`).focus()
  await scrollUnderTools(day(dialog, `${year}-02-18`))
  await page.keyboard.press('ArrowUp')
  await expect(day(dialog, `${year}-02-18`)).toBeFocused()
  expect(await isCovered(page)).toBe(false)
  await day(dialog, `${year}-03-07`).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+PageDown')
  await expect(dialog.getByText(`${year + 1} 年`, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  const extra = dialog.getByRole('list', { name: workdays })
  await expect(extra.getByRole('listitem')).toHaveText(['3月14日'])
  await expect(dialog).toContainText(`${year + 1} 年共 1 天，其他年份另有 2 天`)
  await save(page, dialog)

  const row = rowOf(page, name)
  await expect(row.getByRole('cell')).toContainText([
    ...['1', name],
    '假日 2 天，额外工作日 2 天',
    '额外工作日 1 天',
    '编辑',
  ])
  await page.reload()
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(day(dialog, `${year}-03-02`)).toHaveAttribute('aria-selected', 'true')
  await holidays.getByRole('button', { name: '移除 3月2日 – 3月3日' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('放弃未保存的内容？')).toBeVisible()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await save(page, dialog)
  await expect(row).not.toContainText('假日 2 天')
})

test('global days are shown beside a tenant’s own days, which may differ', async ({ page, api }, {
  retry,
}) => {
  const name = unique('公共医药')
  await addTenants(api, name)
  await openHolidays(page)
  const dialog = page.getByRole('dialog')
  // A retry uses another month, because the first try has marked its days. From March on, no other holiday is in the
  // way.
  const month = `${year}-0${retry + 3}`
  const [first, second] = [day(dialog, `${month}-01`), day(dialog, `${month}-02`)]
  await page.getByRole('button', { name: '公共节假日' }).click()
  await first.click()
  await dialog.getByRole('radio', { name: workdays }).check()
  await second.click()
  await save(page, dialog)

  await openCalendar(page, name)
  await expect(first).toHaveAttribute('aria-label', /星期.，公共法定假日$/)
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await expect(second).toHaveAttribute('aria-label', /，公共额外工作日$/)
  await day(dialog, `${month}-03`).click()
  await dialog.getByRole('radio', { name: workdays }).check()
  await first.click()
  await expect(first).toHaveAttribute('aria-label', /，额外工作日，公共法定假日$/)
  await checkAccessibility(page)
  await save(page, dialog)
  await expect(rowOf(page, name)).toContainText('假日 1 天，额外工作日 1 天')
})

test('a failure to load the global days is shown, and they are loaded again', async ({ page, api }) => {
  const name = unique('缺失医药')
  await addTenants(api, name)
  const calendars = '**/api/holidays/list'
  const unavailable = {
    code: codes.switchedOff,
    success: false,
    isOk: false,
    message: '暂不可用',
    data: null,
  }
  await page.route(calendars, (route) =>
    route.request().postDataJSON().tenantId === globalHolidays
      ? route.fulfill({ json: unavailable })
      : route.continue(),
  )
  const dialog = await openCalendar(page, name)
  const note = dialog.getByRole('alert').filter({ hasText: '公共节假日加载失败' })
  await expect(note).toBeVisible()
  await page.unroute(calendars)
  await note.getByRole('button', { name: '重新加载' }).click()
  await expect(note).toBeHidden()
})

test('the second of two users who edit one calendar sees what changed', async ({ page, context, api }) => {
  const name = unique('并发历法')
  await addTenants(api, name)
  const other = await context.newPage()
  const [mine, theirs] = [await openCalendar(page, name), await openCalendar(other, name)]
  await day(mine, `${year}-05-04`).click()
  await day(theirs, `${year}-05-01`).click()
  await save(other, theirs)

  await mine.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('在您编辑期间，他人修改了该信息')).toBeVisible()
  await expect(mine.locator('.conflict').getByRole('row')).toHaveText([
    /字段/,
    new RegExp(`法定假日${year} 年 5月4日${year} 年 5月1日`),
  ])
  await page.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(saved(page)).toBeVisible()
  await rowOf(page, name).getByRole('button', { name: '编辑' }).click()
  await expect(day(mine, `${year}-05-04`)).toHaveAttribute('aria-selected', 'true')
  await expect(day(mine, `${year}-05-01`)).toHaveAttribute('aria-selected', 'false')
})

test.describe('a tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator' })

  test('edits the own tenant’s days and reads the global ones', async ({ page, sessionOf }) => {
    await openHolidays(page)
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: '编辑' }) })
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('鹿鸣溪')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: '公共节假日' }).click()
    await expect(dialog.getByRole('grid')).toHaveCount(12)
    await expect(dialog).toContainText('公共节假日由平台统一维护')
    await expect(dialog.getByRole('button', { name: '保存' })).toHaveCount(0)
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await dialog.getByRole('button', { name: '关闭' }).first().click()
    await expect(dialog).toBeHidden()

    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const { list } = await own(holidayList, {})
    expect(list.map(({ tenantName }) => tenantName)).toEqual([expect.stringContaining('鹿鸣溪')])
    const global = { tenantId: globalHolidays, lawHolidays: `${year}-12-25` }
    await expect(own(holidaySave, global)).rejects.toThrow('403')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the months are shown one below another, and a tap marks a day', async ({ page, api }) => {
    const name = unique('手机历法')
    await addTenants(api, name)
    await openHolidays(page, name)
    await rowOf(page, name).getByRole('button', { name: /操作/ }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    const months = dialog.getByRole('grid')
    const box = async (index: number) => (await months.nth(index).boundingBox()) ?? { x: 0, y: 0 }
    await expect(months).toHaveCount(12)
    expect((await box(1)).x).toBe((await box(0)).x)
    await day(dialog, `${year}-08-08`).click()
    await expect(dialog.getByRole('radio', { name: workdays })).toBeInViewport()
    await save(page, dialog)
  })
})
