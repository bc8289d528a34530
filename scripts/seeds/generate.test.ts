import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { generatedSeeds } from './generate.ts'

describe('the generated seeds', () => {
  it.each(generatedSeeds())('$file is what `pnpm run seeds` writes', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})
