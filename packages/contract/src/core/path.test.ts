import { expect, it } from '@jest/globals'
import { filledPath, pathFieldsOf } from './path.ts'

it('puts path fields into the path as one segment each, and keeps the others out of it', () => {
  const path = '/thing/{id}/{name}'
  expect(pathFieldsOf(path)).toEqual(['id', 'name'])
  expect(pathFieldsOf('/thing')).toEqual([])
  expect(filledPath(path, { id: 'a/..', name: '50% 试验?.pdf', more: 1 })).toEqual({
    path: '/thing/a%2F../50%25%20%E8%AF%95%E9%AA%8C%3F.pdf',
    rest: { more: 1 },
  })
  expect(filledPath(path, {}).path).toBe('/thing//')
})
