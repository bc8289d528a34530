import { describe, expect, it } from '@jest/globals'
import { cellText } from './workbook-xml.ts'

describe('a cell', () => {
  it('drops characters that XML cannot contain', () => {
    expect(cellText('\u0001=1')).toBe('=1')
    expect(cellText('\uffff@a\u000b')).toBe('@a')
  })

  it.each([
    '',
    '王晓',
    'O’Neil "Q"',
    '1=1',
    'a+b@c.cn',
    '😀 семь',
    '\u202eكتب',
    'a\tb\nc',
    '13800138000',
    '+44 20 7946 0000',
    '+tag@a.cn',
    '-李',
    '=1+1',
    '@a',
    '\t＝1',
  ])('keeps %j as it is', (text) => {
    expect(cellText(text)).toBe(text)
  })

  it('escapes markup, and text that looks like an escape', () => {
    expect(cellText('<b>&"x"</b>\r')).toBe('&lt;b&gt;&amp;"x"&lt;/b&gt;&#13;')
    expect(cellText('a_x0041_b')).toBe('a_x005F_x0041_b')
    expect(cellText('a_x41_b')).toBe('a_x41_b')
  })
})
