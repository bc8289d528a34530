import { checkAccessibility } from './support/axe.ts'
import { longerInEnglish, type Place, places } from './support/places.ts'
import { test } from './support/test.ts'

/** How long the views of a place may take, on a machine that has much else to do. */
const timeFor = (views: Place['views']): number => 30_000 + 15_000 * Object.keys(views).length

for (const { name, as, views } of places) {
  test.describe('WCAG 2.1 AA', () => {
    test.use({ as })
    test(name, async ({ page }) => {
      test.setTimeout(timeFor(views))
      for (const [view, reach] of Object.entries(views)) {
        await test.step(view, async () => {
          await reach(page, 'zh')
          await checkAccessibility(page)
        })
      }
    })
  })
}

/** The views of a place up to the last that is longer in English. */
const inEnglish = ({ views }: Place) => {
  const ways = Object.entries(views)
  return ways.slice(0, ways.findLastIndex(([view]) => longerInEnglish.has(view)) + 1)
}

// Colours are the same in every language: one theme shows the other one's texts.
for (const place of places.filter((place) => inEnglish(place).length > 0)) {
  test.describe('WCAG 2.1 AA, in English', () => {
    test.use({ as: place.as, language: 'en' })
    test(place.name, async ({ page }) => {
      test.setTimeout(timeFor(place.views))
      for (const [view, reach] of inEnglish(place)) {
        await test.step(view, async () => {
          await reach(page, 'en')
          if (longerInEnglish.has(view)) await checkAccessibility(page, ['light'])
        })
      }
    })
  })
}
