import { expect, type Locator, type Page } from '@playwright/test'

/** On no page is anything further away. */
const maxSteps = 60

/** Presses Tab until an element, or something in it, has the focus, as somebody does who sees where it is. */
export const tabTo = async (page: Page, target: Locator): Promise<Locator> => {
  await expect(target).toBeVisible()
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return target
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}
