import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { generatedChecksums } from './checksums.ts'

// A released migration is never edited: in this file, new lines may appear, but changed lines are a mistake.
it('has the same checksums of migrations as `pnpm run checksums` writes', () => {
  const { file, text } = generatedChecksums()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text))
})
