import type { Language } from '@atrium/contract'
import { type CronFields, cronRanges, formatCronField, parseCron } from '@atrium/contract/cron'
import * as cronstrue from 'cronstrue'
import 'cronstrue/locales/zh_CN.js'

const locales: Record<Language, string> = { zh: 'zh_CN', en: 'en' }

/** Replaces the library's English punctuation with Chinese punctuation, and removes spaces between Chinese characters. */
const inChinese = (text: string): string =>
  text
    .replace(/, 和 +| 和 +/g, '和')
    .replace(/(\d), +(?=\d)/g, '$1、')
    .replace(/号, +(?=\d+ 号)/g, '号、')
    .replace(/月, +(?=[一二三四五六七八九十]+月(?!至))/g, '月、')
    .replace(/(星期.), +(?=星期.(?!至))/g, '$1、')
    .replace(/, /g, '，')
    .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
    .replace(/^在(?=\d)/, '')
    .replace(/ {2,}/g, ' ')

/** Returns the year field. Steps get the suite's last year as their end, instead of the library's 9999. */
const yearOf = ({ year }: CronFields): string =>
  year.kind === 'step' ? `${year.from}-${cronRanges.year.max}/${year.every}` : formatCronField(year)

/** Returns whether an expression has a fixed time of day, so that 'every day' is worth adding. */
const saysTime = (fields: CronFields): boolean =>
  [fields.second, fields.minute, fields.hour].every(({ kind }) => kind === 'list')

/**
 * Describes an expression in words.
 * @returns undefined if the expression is invalid
 */
export function sentenceOf(expression: string, language: Language): string | undefined {
  const fields = parseCron(expression)
  if (!fields) return undefined
  const { second, minute, hour, day, month, week } = fields
  const texts = [second, minute, hour, day, month, week].map(formatCronField)
  const sentence = cronstrue.toString([...texts, yearOf(fields)].join(' '), {
    locale: locales[language],
    // In cron expressions, 1 is Sunday.
    dayOfWeekStartIndexZero: false,
    use24HourTimeFormat: true,
    verbose: saysTime(fields),
  })
  return language === 'zh' ? inChinese(sentence) : sentence
}
