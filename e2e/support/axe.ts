import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A year's months are alike: the first two speak for the others, whose days take long to look at. */
const alike = '.calendar-month:nth-child(n + 3)'

type Theme = 'light' | 'dark'
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** WCAG 2.1 AA, labels that differ from what can be seen included. */
const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** What a theme decides: all else is the same in both. */
const coloursAlone: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** How much of the page moves, and will not for ever, when what is about to be shown has had two frames. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    return document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      ).length
  })

/**
 * Shows the page in a theme, which it follows a moment later, and waits until it is at rest. Motion is reduced, so that
 * colours change at once: half-way through a transition they are ones that nobody reads.
 */
const showIn = async (page: Page, colorScheme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const dark = page.locator('body[arco-theme="dark"]')
  await expect(dark).toHaveCount(colorScheme === 'dark' ? 1 : 0)
  await expect.poll(() => moving(page), 'the page is at rest').toBe(0)
}

const check = async (page: Page, options: RunOptions): Promise<void> => {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // without frames in the page, the mode that opens no page of its own finds the same, sooner
    .exclude(alike)
    .options({ ...options, resultTypes: ['violations'] }) // what passes is not told, which takes as long as the rules
    .analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html.slice(0, 160)),
  }))
  expect(found).toEqual([])
}

/** Checks what the page shows, in both themes unless told otherwise: everything in the first, the colours in the next. */
export const checkAccessibility = async (
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> => {
  for (const [index, colorScheme] of themes.entries()) {
    await showIn(page, colorScheme)
    await check(page, index === 0 ? everything : coloursAlone)
  }
}
