import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { generatedChecksums } from './checksums.ts'

// A migration that has landed is never edited: a line of that file that changes, rather than comes, is a mistake.
it('the checksums of migrations are what `pnpm run checksums` writes', () => {
  const { file, text } = generatedChecksums()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text))
})
