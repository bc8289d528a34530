import { describe, expect, it } from '@jest/globals'
import { containsFolded, foldedRanges, foldText } from './fold.ts'

describe('folded text', () => {
  it.each([
    ['LMX-101', 'lmx-101'],
    ['ＬＭＸ-101', 'lmx-101'],
    ['LMX－101', 'lmx-101'],
    ['LMX\u2011101', 'lmx-101'],
    ['LMX\u2212101', 'lmx-101'],
    ['１３８　００１３', '138 0013'],
    ['Zu\u0308rich', 'zürich'],
    ['İstanbul', 'istanbul'],
    ['I\u0307stanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Straße', 'straße'],
    ['\u1112\u1161\u11ab', '한'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['𠮷田㈱', '𠮷田(株)'],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('distinguishes letters that only look alike', () => {
    expect(foldText('データ')).not.toBe(foldText('デ-タ'))
    expect(foldText('LMX101')).not.toBe(foldText('LMX-101'))
    expect(foldText('一')).not.toBe('-')
  })
})

describe('a search in folded text', () => {
  it('finds text typed in another form, and everything for an empty search', () => {
    expect(containsFolded('研究 LMX-101 一期', ' ｌｍｘ－101 ')).toBe(true)
    expect(containsFolded('研究 ＬＭＸ-101', 'lmx-101')).toBe(true)
    expect(containsFolded('研究 LMX-101', 'lmx-102')).toBe(false)
    expect(containsFolded('研究', '  ')).toBe(true)
  })

  it('returns the position of the match in the original text', () => {
    const marked = (text: string, typed: string) =>
      foldedRanges(text, typed).map(({ start, end }) => text.slice(start, end))
    expect(marked('研究 ＬＭＸ－101，LMX-101', 'lmx-101')).toEqual(['ＬＭＸ－101', 'LMX-101'])
    expect(marked('Zu\u0308rich, ZÜRICH', 'zürich')).toEqual(['Zu\u0308rich', 'ZÜRICH'])
    expect(marked('丁㈱甲', '株')).toEqual(['㈱'])
    expect(marked('𠮷田製薬', '田製')).toEqual(['田製'])
    expect(marked('abc', 'd')).toEqual([])
    expect(marked('abc', ' ')).toEqual([])
  })
})
