import { expect, test } from '@jest/globals'
import { withSection } from './document.ts'

const text = 'Before\n<!-- page:begin -->\nold\n<!-- page:end -->\nAfter'

test('a section is replaced between its markers, again and again', () => {
  const once = withSection(text, 'page', 'new\n')
  expect(once).toBe('Before\n<!-- page:begin -->\nnew\n<!-- page:end -->\nAfter')
  expect(withSection(once, 'page', 'new')).toBe(once)
})

test('a missing section is an error', () => {
  expect(() => withSection(text, 'tenants', 'new')).toThrow('tenants')
})
