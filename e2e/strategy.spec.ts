import { expiredInfo, expiredInfoSave } from '@atrium/contract'
import { expect, test } from './support/test.ts'

// Usual settings. Other tests sign in at the same time, so no value saved here may shorten their sessions.
const usual = { validityTime: 30, expiredDay: 90, remindDay: 7 }

// The suite has only one security policy, so these tests run one after another.
test.describe.configure({ mode: 'serial' })

test.afterEach(({ api }) => api(expiredInfoSave, usual))

test('the security policy is changed, asks for confirmation of risky values, and asks about unsaved changes', async ({
  page,
  api,
}) => {
  await page.goto('/#/software/safeStrategyManage')
  await expect(page.getByRole('heading', { name: '安全策略管理' })).toBeVisible()
  const minutes = page.getByLabel('自动退出时间（分钟）')
  const save = page.getByRole('button', { name: '保存' })
  await expect(minutes).toHaveValue('30')
  await minutes.fill('')
  await save.click()
  await expect(page.getByText('请输入自动退出时间（分钟）！')).toBeVisible()
  await minutes.fill('40')
  await page.getByLabel('到期提醒（天）').fill('91')
  await save.click()
  await expect(page.getByText('到期提醒（天）不能大于密码有效期')).toBeVisible()

  await page.getByRole('button', { name: '撤销修改' }).click()
  await expect(minutes).toHaveValue('30')
  await minutes.fill('2')
  await save.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('用户（包括您自己）2 分钟未操作就须重新登录')
  await question.getByRole('button', { name: '取消' }).click()
  expect((await api(expiredInfo, {})).validityTime).toBe(30)

  // A menu entry and going back both ask first.
  await page.getByRole('link', { name: '短信推送' }).click()
  await expect(question).toContainText('您填写的内容尚未保存')
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(minutes).toHaveValue('2')

  await minutes.fill('45')
  await save.click()
  await expect(page.getByText('修改成功')).toBeVisible()
  expect((await api(expiredInfo, {})).validityTime).toBe(45)
  await page.getByRole('link', { name: '短信推送' }).click()
  await expect(page.getByRole('heading', { name: '短信推送' })).toBeVisible()
})

test('a user who saves too late sees what another user has changed', async ({ page, api }) => {
  await page.goto('/#/software/safeStrategyManage')
  const minutes = page.getByLabel('自动退出时间（分钟）')
  await expect(minutes).toHaveValue('30')
  await api(expiredInfoSave, { ...usual, validityTime: 60 })
  await minutes.fill('50')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert')).toContainText('在您编辑期间，他人修改了该信息')
  await page.getByRole('button', { name: '采用最新内容' }).click()
  await expect(minutes).toHaveValue('60')
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('texts below the fields of the policy explain them', async ({ page }) => {
    await page.goto('/#/software/safeStrategyManage')
    await expect(page.getByLabel('Automatic sign-out (minutes)')).toHaveValue('30')
    await expect(page.getByText('0: inactive users are never signed out.')).toBeVisible()
  })
})
