import { describe, expect, it } from '@jest/globals'
import { samplePin } from './sample.ts'

const many = (rule: number, length: number) => Array.from({ length: 300 }, () => samplePin(rule, length))

describe('a sample PIN', () => {
  it.each([
    [1, 6, /^[A-HJ-NP-Z]{6}$/],
    [2, 7, /^\d{7}$/],
    [3, 8, /^(?=.*[A-Z])(?=.*\d)[A-HJ-NP-Z2-9]{8}$/],
  ])('contains only unambiguous characters for rule %i and length %i', (rule, length, pattern) => {
    for (const pin of many(rule, length)) expect(pin).toMatch(pattern)
  })

  it('differs each time', () => {
    expect(new Set(many(2, 8)).size).toBeGreaterThan(200)
  })
})
