import { checkAccessibility } from './support/axe.ts'
import { longerInEnglish, places } from './support/places.ts'
import { test } from './support/test.ts'

for (const { name, as, open } of places) {
  test.describe('WCAG 2.1 AA', () => {
    test.use({ as })
    test(name, async ({ page }) => {
      await open(page, 'zh')
      await checkAccessibility(page)
    })
  })
}

// Colours are the same in every language: one theme shows the other one's texts.
for (const { name, as, open } of places.filter((place) => longerInEnglish.has(place.name))) {
  test.describe('WCAG 2.1 AA, in English', () => {
    test.use({ as, language: 'en' })
    test(name, async ({ page }) => {
      await open(page, 'en')
      await checkAccessibility(page, ['light'])
    })
  })
}
