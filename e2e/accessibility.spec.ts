import { checkAccessibility } from './support/axe.ts'
import { places } from './support/places.ts'
import { test } from './support/test.ts'

for (const language of ['zh', 'en'] as const) {
  test.describe(`WCAG 2.1 AA, ${language}`, () => {
    test.use({ language })
    for (const { name, as, open } of places) {
      test.describe(() => {
        test.use({ as })
        test(name, async ({ page }) => {
          await open(page, language)
          await checkAccessibility(page)
        })
      })
    }
  })
}
