import { expect, it } from '@jest/globals'
import { kindOf } from './FileIcon.tsx'

it.each([
  ['方案 V2.0.PDF', 'pdf'],
  ['受试者.xlsx', 'sheet'],
  ['backup.tar.gz', 'archive'],
  ['README', 'other'],
  ['v1.2 final', 'other'],
  ['.pdf', 'pdf'],
])('%s is a file of the kind %s', (fileName, kind) => {
  expect(kindOf(fileName)).toBe(kind)
})
