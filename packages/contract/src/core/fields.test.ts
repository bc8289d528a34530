import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { digits, requiredText, rowVersion, sort, text } from './fields.ts'

const messages = (schema: z.ZodMiniType, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map((issue) => issue.message) ?? []

describe('text', () => {
  it('reads a missing value as empty text and trims spaces', () => {
    expect(z.parse(text(), undefined)).toBe('')
    expect(z.parse(text(), null)).toBe('')
    expect(z.parse(text(), ' a b ')).toBe('a b')
  })

  it('counts the length after trimming', () => {
    expect(z.parse(text(3), ' abc ')).toBe('abc')
    expect(messages(text(3), 'abcd')).toEqual(['rule.tooLong'])
  })

  it.each(['a\0b', 'a\ud800b'])('rejects what the database cannot store: %j', (value) => {
    expect(messages(text(), value)).toEqual(['rule.text'])
    expect(messages(requiredText(), value)).toEqual(['rule.text'])
  })
})

describe('requiredText', () => {
  it.each([undefined, null, '', '   ', '\u200b \u202e', 5])('asks for a value instead of %j', (value) => {
    expect(messages(requiredText(), value)).toEqual(['rule.required'])
  })
})

describe('rowVersion', () => {
  it('accepts only versions that the database can compare', () => {
    expect(z.parse(rowVersion, '2147483647')).toBe(2_147_483_647)
    expect(messages(rowVersion, 2_147_483_648)).toEqual(['rule.integer'])
  })
})

describe('sort', () => {
  it('accepts a positive whole number or its digits', () => {
    expect(z.parse(sort, 7)).toBe(7)
    expect(z.parse(sort, ' 12 ')).toBe(12)
  })

  it.each(['01', '0', '-1', '1.5', 1.5, 'x'])('rejects %j', (value) => {
    expect(messages(sort, value)).toEqual(['rule.positiveInteger'])
  })

  it.each([undefined, null, '', ' '])('asks for a value instead of %j', (value) => {
    expect(messages(sort, value)).toEqual(['rule.required'])
  })
})

describe('digits', () => {
  it('may be left out', () => {
    expect(z.parse(digits(20), undefined)).toBe('')
  })

  it('rejects other characters', () => {
    expect(messages(digits(20), '010-1234')).toEqual(['rule.digits'])
    expect(messages(digits(2), '123')).toEqual(['rule.tooLong'])
  })
})
