import { expect, type Page } from '@playwright/test'

/** Goes back in the browser, and stays on the page when it asks about unsaved input. */
export const goBackAndStay = async (page: Page): Promise<void> => {
  const question = page.locator('.dialog-confirm')
  await expect(question).toHaveCount(0)
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect(question).toContainText(/未保存|unsaved/)
  await question.getByRole('button', { name: /继续编辑|Keep editing/ }).click()
  await expect(question).toHaveCount(0)
}

/** Reloads a page despite its warning, so that unsaved input is lost. */
export const reloadAnyway = async (page: Page): Promise<void> => {
  const asked = page.waitForEvent('dialog')
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await loaded
}
