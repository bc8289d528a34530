import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** A year's months are alike: the first two speak for the others, whose days take long to look at. */
const alike = '.calendar-month:nth-child(n + 3)'

type Theme = 'light' | 'dark'

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

/** axe itself: half a megabyte, which a page is given once, however often it is looked at. */
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails where axe finds something wrong with the page as it is; by default against every rule. */
export const expectNoViolations = async (page: Page, options: RunOptions = {}): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(
    async ({ exclude, options }) => {
      const { axe } = window as unknown as { readonly axe: typeof Axe }
      const { violations } = await axe.run({ exclude }, options)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }))
    },
    // Passing rules are not reported: that would take as long as the rules.
    { exclude: [alike], options: { ...options, resultTypes: ['violations' as const] } },
  )
  expect(found).toEqual([])
}

/** Checks the page in both themes by default: everything in the first, the colours in the second. */
export const checkAccessibility = async (
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> => {
  for (const [index, colorScheme] of themes.entries()) {
    await showIn(page, colorScheme)
    await expectNoViolations(page, index === 0 ? everything : coloursAlone)
  }
}
