import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/**
 * Selector of all months of a calendar except the first two: the months are alike, and checking all their days takes
 * long.
 */
const alike = '.calendar-month:nth-child(n + 3)'

type Theme = 'light' | 'dark'

/** Rules of WCAG 2.1 AA, and the rule that accessible names must contain the visible label. */
const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** Rules about colours, which alone depend on the theme. */
const coloursAlone: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Returns the number of finite animations that are running after two frames, when new content has been drawn. */
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
 * Switches the page to a theme and waits until all animations have ended. Motion is reduced, so that colours change
 * at once: colours in the middle of a transition would fail the checks.
 */
const showIn = async (page: Page, colorScheme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const dark = page.locator('body[arco-theme="dark"]')
  await expect(dark).toHaveCount(colorScheme === 'dark' ? 1 : 0)
  await expect.poll(() => moving(page), 'the page is at rest').toBe(0)
}

/** Source of axe: half a megabyte, so each page gets it only once. */
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects that axe finds no violations on the page as it is; by default checks every rule. */
export const expectNoViolations = async (page: Page, options: RunOptions = {}): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(
    async ({ exclude, options }) => {
      const { axe } = window as unknown as { readonly axe: typeof Axe }
      const { violations } = await axe.run({ exclude }, options)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }))
    },
    // Passing rules are not reported, because reporting takes as long as checking.
    { exclude: [alike], options: { ...options, resultTypes: ['violations' as const] } },
  )
  expect(found).toEqual([])
}

/** Checks the page in both themes by default: all rules in the first, only colours in the second. */
export const checkAccessibility = async (
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> => {
  for (const [index, colorScheme] of themes.entries()) {
    await showIn(page, colorScheme)
    await expectNoViolations(page, index === 0 ? everything : coloursAlone)
  }
}
