import { expect, test } from './support/test.ts'

test.use({ as: 'nobody' })

test('the API’s documentation can be browsed', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('/tenant/save').first()).toBeVisible()
  await page.getByText('/tenant/save').first().click()
  await expect(page.getByText('Request body').first()).toBeVisible()
})

test('the OpenAPI document names every call once', async ({ request }) => {
  const response = await request.get('/api/openapi.json')
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toMatch(/^3\.1/)
  expect(Object.keys(document.paths)).toContain('/tenant/save')
})
