import { expect, type Locator, type Page } from '@playwright/test'

/** Maximum number of Tab presses: every element is within reach of these on every page. */
const maxSteps = 60

/** Presses Tab until an element, or an element inside it, has the focus. */
export const tabTo = async (page: Page, target: Locator): Promise<Locator> => {
  await expect(target).toBeVisible()
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return target
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}
