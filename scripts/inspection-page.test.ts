import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { generatedPage } from './inspection-page.ts'

it('has the page of inspection files as `pnpm run inspection-page` writes it', () => {
  const { file, text } = generatedPage()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text))
})
