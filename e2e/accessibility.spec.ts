import { checkAccessibility } from './support/axe.ts'
import type { PageUnderTest } from './support/page-under-test.ts'
import { longerInEnglish, pages } from './support/pages.ts'
import { test } from './support/test.ts'

/** Returns the timeout for the views of a page on a busy machine, in milliseconds. */
const timeoutFor = (views: PageUnderTest['views']): number => 30_000 + 15_000 * Object.keys(views).length

for (const { name, as, views } of pages) {
  test.describe('meets WCAG 2.1 AA', () => {
    test.use({ as })
    test(name, async ({ page }) => {
      test.setTimeout(timeoutFor(views))
      for (const [view, open] of Object.entries(views)) {
        await test.step(view, async () => {
          await open(page, 'zh')
          await checkAccessibility(page)
        })
      }
    })
  })
}

/** Returns the views of a page up to the last one with longer texts in English. */
const inEnglish = ({ views }: PageUnderTest) => {
  const entries = Object.entries(views)
  return entries.slice(0, entries.findLastIndex(([view]) => longerInEnglish.has(view)) + 1)
}

// Colours do not depend on the language, so one theme is enough here.
for (const each of pages.filter((each) => inEnglish(each).length > 0)) {
  test.describe('meets WCAG 2.1 AA in English', () => {
    test.use({ as: each.as, language: 'en' })
    test(each.name, async ({ page }) => {
      test.setTimeout(timeoutFor(each.views))
      for (const [view, open] of inEnglish(each)) {
        await test.step(view, async () => {
          await open(page, 'en')
          if (longerInEnglish.has(view)) await checkAccessibility(page, ['light'])
        })
      }
    })
  })
}
