import { describe, expect, it } from '@jest/globals'
import { bidiIsolated } from './isolated.ts'

describe('a value in a sentence', () => {
  it.each(['王晓', 'Zoë O’Neil <b>&amp;</b>', '😀', 'a$1b'])('stays as it is: %s', (value) => {
    expect(bidiIsolated(value)).toBe(value)
  })

  it.each(['שלום', 'مريم القاسم', 'a\u202eb', '\u{1e900}'])('keeps its direction to itself: %j', (value) => {
    expect(bidiIsolated(value)).toBe(`\u2068${value}\u2069`)
  })

  it('cannot end its own isolation', () => {
    expect(bidiIsolated('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069')
    expect(bidiIsolated('\u2067a')).toBe('\u2068a\u2069')
  })

  it('may contain an isolated value, such as a name within a dialog title', () => {
    const inner = bidiIsolated('\u202eשלום')
    expect(bidiIsolated(`“${inner}”的基本信息`)).toBe(`\u2068“${inner}”的基本信息\u2069`)
  })
})
