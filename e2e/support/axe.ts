import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/** Waits until nothing moves any more: a transition half-way has colours that nobody reads. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )

/** Checks what the page shows against WCAG 2.1 AA, labels that differ from what can be seen included. */
const check = async (page: Page): Promise<void> => {
  await atRest(page)
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html.slice(0, 160)),
  }))
  expect(found).toEqual([])
}

/** Checks what the page shows in both themes. */
export const checkAccessibility = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await check(page)
  }
}
