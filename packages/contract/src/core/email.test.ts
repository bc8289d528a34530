import { domainToASCII, domainToUnicode } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { asciiDomain, displayedEmail, email, optionalEmail, shownEmail, storedEmail } from './email.ts'
import { decodePunycode } from './punycode.ts'

const messages = (value: string): string[] =>
  z.safeParse(email, value).error?.issues.map((issue) => issue.message) ?? []

const longLocal = 'l'.repeat(64)
const longDomain = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.cn`

describe('an e-mail address', () => {
  it.each([
    'a@b.cn',
    'first.last+tag@mail.example.com',
    "o'neil@b.cn",
    'a_b-c@123.example',
    '!#$%&*/=?^`{|}~@x.org',
    'Li@Hospital.CN',
    `${longLocal}@b.cn`,
    `${longLocal}@${longDomain}`,
    `a@${'d'.repeat(63)}.cn`,
  ])('%s is stored as it is typed', (value) => {
    expect(z.parse(email, value)).toBe(value)
    expect(shownEmail(value)).toBe(value)
  })

  it.each([
    ...['a', 'a@', '@b.cn', 'a@b', 'a@@b.cn', 'a@b@c.cn', 'a b@c.cn', 'a@b c.cn'],
    ...['a..b@x.cn', '.a@x.cn', 'a.@x.cn', '"a b"@x.cn', 'a,b@x.cn', 'a<b@x.cn', 'a\\@x.cn'],
    ...[
      'a@.cn',
      'a@b..cn',
      'a@b.cn.',
      'a@-b.cn',
      'a@b-.cn',
      'a@b_c.cn',
      'a@b.c-',
      'a@例子..公司',
      'a@-例子.公司',
    ],
    ...['a@1.2.3.4', 'a@[1.2.3.4]', 'a@[IPv6:::1]', 'a@x.123', 'a@2130706433', 'a@１.２.３.４', 'a@0x7f.1'],
    ...['a@x.cn/y', 'a@x.cn:25', 'a@x%2ecn.cn', 'a@x.cn?y', 'a@x\u200b.cn'],
    ...[`l${longLocal}@b.cn`, `l${longLocal}@${longDomain}`, `a@${'d'.repeat(64)}.cn`],
    `a@${'例'.repeat(60)}.公司`,
  ])('%s is rejected', (value) => {
    expect(messages(value)).toEqual(['rule.email'])
    expect(storedEmail(value)).toBeUndefined()
  })

  it('rejects more than 254 characters', () => {
    expect(`${longLocal}@${longDomain}`).toHaveLength(253)
    expect(messages(`${longLocal}@ddd${longDomain.slice(1)}`)).not.toEqual([])
    expect(messages('a'.repeat(260))).toContain('rule.tooLong')
  })

  it.each(['用户@例子.公司', 'zoë@example.com', '李@hospital.cn'])(
    'with other letters before the @ is rejected with that reason: %s',
    (value) => {
      expect(messages(value)).toEqual(['rule.emailLocal'])
    },
  )

  it('is mandatory with `email` and optional with `optionalEmail`', () => {
    expect(messages(' ')).toEqual(['rule.required'])
    expect(z.parse(optionalEmail, '')).toBe('')
    expect(z.parse(optionalEmail, undefined)).toBe('')
  })

  it.each([
    ['li@例子.公司', 'li@xn--fsqu00a.xn--55qx5d', 'li@例子.公司'],
    ['li@例子。公司', 'li@xn--fsqu00a.xn--55qx5d', 'li@例子.公司'],
    ['Li@MÜNCHEN.de', 'Li@xn--mnchen-3ya.de', 'Li@münchen.de'],
    ['li@Mu\u0308nchen.de', 'li@xn--mnchen-3ya.de', 'li@münchen.de'],
    ['li@straße.de', 'li@xn--strae-oqa.de', 'li@straße.de'],
    ["o'neil@xn--fiq228c.cn", "o'neil@xn--fiq228c.cn", "o'neil@中文.cn"],
    ['ｌｉ＠ｈｏｓｐｉｔａｌ．ｃｎ', 'li@hospital.cn', 'li@hospital.cn'],
    ['li@hospital。cn', 'li@hospital.cn', 'li@hospital.cn'],
  ])('%s is stored as %s and shown as %s', (typed, stored, shown) => {
    expect(z.parse(email, typed)).toBe(stored)
    expect(z.parse(optionalEmail, typed)).toBe(stored)
    expect(z.parse(displayedEmail, stored)).toBe(shown)
    expect(storedEmail(shown)).toBe(stored)
  })

  it('is shown as stored if its domain is not encoded', () => {
    for (const stored of [
      'li@xn--99999999.cn',
      'li@XN--FSQU00A.cn',
      'a..b@xn--fsqu00a.cn',
      'xn--fsqu00a',
      '',
    ])
      expect(shownEmail(stored)).toBe(stored)
  })
})

describe('the letters of an encoded domain', () => {
  it('decode to the same text as in Node', () => {
    const domains = [
      '例子.公司',
      'bücher-über-café.fr',
      '북한.kr',
      '𠮷野.jp',
      'пример.рф',
      'مثال.إختبار',
      'ελλάδα.ελ',
    ]
    for (const domain of domains) {
      const ascii = domainToASCII(domain)
      expect(asciiDomain(domain)).toBe(ascii)
      expect(shownEmail(`a@${ascii}`)).toBe(`a@${domainToUnicode(ascii)}`)
    }
  })

  it('decode to undefined if the label is not Punycode', () => {
    for (const text of ['99999999', '!', 'a-_']) expect(decodePunycode(text)).toBeUndefined()
  })
})
