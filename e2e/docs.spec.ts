import { expect, test } from './support/test.ts'

test.use({ as: 'nobody' })

test('the API’s documentation can be browsed', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'tenant', exact: true }).click()
  await page.getByText('/tenant/save', { exact: true }).click()
  await expect(page.getByText('Request body').first()).toBeVisible()
})

test('the OpenAPI document lists every call once', async ({ request }) => {
  const response = await request.get('/api/openapi.json')
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toMatch(/^3\.1/)
  expect(Object.keys(document.paths)).toContain('/tenant/save')
})
