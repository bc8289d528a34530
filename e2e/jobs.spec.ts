import type { Page } from '@playwright/test'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a job is created, run manually, found in its log, paused and deleted', async ({ page }) => {
  const name = unique('到期提醒')
  await page.goto('/#/base/task')
  await expect(page.getByRole('heading', { name: '任务调度' })).toBeVisible()
  await page.getByRole('button', { name: '新增任务' }).first().click()
  const dialog = dialogOf(page, '新增任务')
  await choose(page, '所属系统', /./)
  await dialog.getByLabel('任务名称').fill(name)
  await choose(page, 'Bean 名称', 'licences')
  await expect(dialog.getByRole('combobox', { name: '方法名称' })).toContainText('remind')

  await dialog.getByRole('button', { name: '生成', exact: true }).click()
  const builder = dialogOf(page, 'Cron 表达式生成器')
  for (const [tab, choice, value] of [
    ['秒', '指定秒', '0'],
    ['分', '指定分钟', '30'],
    ['时', '指定小时', '9'],
  ] as const) {
    await builder.getByRole('tab', { name: tab, exact: true }).click()
    await builder.getByRole('radio', { name: choice }).check()
    await builder.getByRole('checkbox', { name: value, exact: true }).check()
  }
  await builder.getByRole('tab', { name: '周', exact: true }).click()
  await builder.getByRole('radio', { name: /^当月最后一个/ }).check()
  await builder.getByLabel('星期几').last().selectOption('星期五')
  await expect(builder.getByLabel('Cron 表达式')).toHaveValue('0 30 9 ? * 6L *')
  await expect(builder.getByText('09:30，限每月的最后一个星期五')).toBeVisible()
  await expect(builder.getByRole('table', { name: '最近 5 次执行时间' }).getByRole('row')).toHaveCount(5 + 1)
  await builder.getByRole('button', { name: '确定' }).click()
  await expect(builder).toBeHidden()
  await expect(dialog.getByLabel('Cron 表达式')).toHaveValue('0 30 9 ? * 6L *')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  await page.getByPlaceholder('搜索任务名称').fill(name)
  const row = rowOf(page, name)
  await expect(row).toContainText('运行中')
  await row.getByRole('button', { name: /更多操作/ }).click()
  await page.getByRole('menuitem', { name: '立即执行' }).click()
  await expect(page.getByText('已开始执行')).toBeVisible()
  await row.getByRole('button', { name: '日志' }).click()
  const log = dialogOf(page, /的执行日志/)
  const run = log.getByRole('row').nth(1)
  await expect(run).toContainText('手动')
  await expect(run).toContainText('成功')
  await log.getByRole('button', { name: '关闭' }).last().click()
  await expect(log).toBeHidden()
  await expect(row.getByRole('img', { name: /^最近 1 次执行：失败 0 次/ })).toBeVisible()

  await row.getByRole('button', { name: '编辑' }).click()
  const editing = dialogOf(page, '编辑任务')
  await expect(editing.getByLabel('任务名称')).toBeDisabled()
  await expect(editing.getByRole('combobox', { name: '所属系统' })).toHaveAttribute('aria-disabled', 'true')
  await editing.getByLabel('Cron 表达式').fill('0 0 9 * * 6')
  await editing.getByRole('button', { name: '保存' }).click()
  await expect(
    editing.getByText(
      'Cron 表达式同时指定了日（第 4 项）和周（第 6 项），只能指定其中一项，另一项写“?”。请改为 0 0 9 ? * 6',
    ),
  ).toBeVisible()
  await editing.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(editing).toBeHidden()

  await row.getByRole('checkbox').check()
  await expect(page.getByText('已选 1 项')).toBeVisible()
  await page.getByRole('button', { name: '暂停', exact: true }).click()
  await expect(row).toContainText('已暂停')
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

test('9:30 on weekdays takes four steps to choose, and a new job starts without a schedule', async ({
  page,
}) => {
  const name = unique('工作日提醒')
  await page.goto('/#/base/task')
  await page.getByRole('button', { name: '新增任务' }).first().click()
  const form = dialogOf(page, '新增任务')
  await choose(page, '所属系统', /./)
  await form.getByLabel('任务名称').fill(name)
  await choose(page, 'Bean 名称', 'licences')
  await expect(form.getByLabel('Cron 表达式')).toHaveValue('')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入Cron 表达式！')).toBeVisible()

  await form.getByRole('button', { name: '生成', exact: true }).click()
  const builder = dialogOf(page, 'Cron 表达式生成器')
  await builder.getByRole('radio', { name: /^工作日/ }).check()
  await builder.locator('.cron-choice', { hasText: '工作日' }).getByLabel('时间').fill('9:30')
  await expect(builder.getByText('09:30，星期一至星期五')).toBeVisible()
  await expect(builder.getByRole('table', { name: '最近 5 次执行时间' }).getByRole('row')).toHaveCount(5 + 1)
  await builder.getByRole('button', { name: '确定' }).click()
  await expect(form.getByLabel('Cron 表达式')).toHaveValue('0 30 9 ? * 2-6 *')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  // The saved expression opens with its preset selected.
  await page.getByPlaceholder('搜索任务名称').fill(name)
  await rowOf(page, name).getByRole('button', { name: '编辑' }).click()
  await dialogOf(page, '编辑任务').getByRole('button', { name: '生成', exact: true }).click()
  await expect(builder.getByRole('tab', { name: '常用' })).toHaveAttribute('aria-selected', 'true')
  await expect(builder.getByRole('radio', { name: '工作日（周一至周五）09:30' })).toBeChecked()
})

test.describe('in English, on a phone', () => {
  test.use({ language: 'en', viewport: { width: 390, height: 844 } })

  test('a preset is chosen with the keyboard only', async ({ page }) => {
    await page.goto('/#/base/task')
    await page.getByRole('button', { name: 'Add job' }).first().click()
    const form = dialogOf(page, 'Add job')
    await form.getByRole('button', { name: 'Build', exact: true }).focus()
    await page.keyboard.press('Enter')
    const builder = dialogOf(page, 'Cron expression builder')
    await expect(builder.getByRole('radio', { name: 'Every day at 02:00' })).toBeFocused()
    for (const key of ['ArrowDown', 'Tab', 'ControlOrMeta+a']) await page.keyboard.press(key)
    await page.keyboard.type('9:30')
    await expect(builder.getByLabel('Cron expression')).toHaveValue('0 30 9 ? * 2-6 *')
    await builder.getByRole('button', { name: 'OK' }).focus()
    await page.keyboard.press('Enter')
    await expect(builder).toBeHidden()
    await expect(form.getByLabel('Cron expression')).toHaveValue('0 30 9 ? * 2-6 *')
  })

  test('an expression is built with the keyboard only', async ({ page }) => {
    await page.goto('/#/base/task')
    await page.getByRole('button', { name: 'Add job' }).first().click()
    const form = dialogOf(page, 'Add job')
    await form.getByRole('button', { name: 'Build', exact: true }).focus()
    await page.keyboard.press('Enter')
    const builder = dialogOf(page, 'Cron expression builder')
    await expect(builder.getByRole('radio', { name: 'Every day at 02:00' })).toBeFocused()

    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    // From the presets back to the tabs, on to the minutes, and to their second option.
    await press('Shift+Tab', 'ArrowRight', 'ArrowRight')
    await expect(builder.getByRole('tab', { name: 'Minute' })).toBeFocused()
    await press('Tab', 'ArrowDown', 'Tab')
    await page.keyboard.type('5')
    await press('Tab')
    await page.keyboard.type('70')
    await expect(builder.getByRole('alert')).toHaveText('Enter a whole number from 0 to 59')
    await expect(builder.getByRole('tab', { name: /Minute.*Something is wrong here/ })).toBeVisible()
    await press('ControlOrMeta+a')
    await page.keyboard.type('20')
    await expect(builder.getByLabel('Cron expression')).toHaveValue('* 5-20 * * * ? *')
    await expect(builder.getByText('Minutes 5 through 20 past the hour')).toBeVisible()

    // Escape does not discard the expression without a question.
    await press('Escape')
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeVisible()
    await press('Escape')
    await expect(builder).toBeVisible()
    await builder.getByRole('button', { name: 'OK' }).focus()
    await press('Enter')
    // The seconds were not chosen, so the job would run every second.
    await expect(page.getByText(/^This schedule runs the job every second/)).toBeVisible()
    await page.getByRole('button', { name: 'Run every second' }).focus()
    await press('Enter')
    await expect(builder).toBeHidden()
    await expect(form.getByLabel('Cron expression')).toHaveValue('* 5-20 * * * ? *')
    await expect(form.getByRole('button', { name: 'Build', exact: true })).toBeFocused()
  })
})
