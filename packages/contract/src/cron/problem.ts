import { type TextKey, textKey } from '../core/texts.ts'
import { isCronExpression, parseCronField } from './expression.ts'
import { type CronFieldName, cronFieldNames, maxDaysBefore, maxStep, maxWeeks } from './fields.ts'

/** Why an expression is rejected and what to write instead: the key of a message and its parameters. */
interface CronProblem {
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

/** Maximum number of characters of the input that a message quotes. */
const maxRepeated = 40

const problem = (key: TextKey, params: CronProblem['params'] = {}): CronProblem => ({ key, params })

/** Reports why a part of a field is invalid. */
const partProblem = (key: TextKey, part: string, params: CronProblem['params'] = {}): CronProblem =>
  problem(key, { ...params, part: part.slice(0, maxRepeated) })

const [dayPosition, weekPosition] = [cronFieldNames.indexOf('day'), cronFieldNames.indexOf('week')]

/** Reports that both day and week are given, or that neither is. */
function dayProblem(texts: readonly string[]): CronProblem {
  if (texts[dayPosition] === '?')
    return problem(textKey('cron.rule.neitherDay'), { example: texts.with(dayPosition, '*').join(' ') })
  const free = texts[weekPosition] === '*' ? weekPosition : dayPosition
  return problem(textKey('cron.rule.bothDays'), { example: texts.with(free, '?').join(' ') })
}

/** Reports an invalid use of a value that only day and week allow, and only as the whole field. */
function specialProblem(name: CronFieldName, part: string): CronProblem | undefined {
  const isOfDay = name === 'day' || name === 'week'
  if (part.includes('?'))
    return partProblem(isOfDay ? textKey('cron.rule.questionBeside') : textKey('cron.rule.question'), part)
  if (name === 'day' && /^L-\d+W$/.test(part)) return partProblem(textKey('cron.rule.weekdaysBefore'), part)
  if (name === 'day' && /^L-\d*$/.test(part))
    return partProblem(textKey('cron.rule.daysBefore'), part, { maximum: maxDaysBefore })
  if (name === 'week' && /^\w+#\d*$/.test(part))
    return partProblem(textKey('cron.rule.nth'), part, { maximum: maxWeeks })
  // The letters of JUL, WED and full names such as APRIL do not count.
  if (!/[LW#]/.test(part.replaceAll(/JUL|WED|[A-Z]{4,}/g, ''))) return undefined
  if (isOfDay && /[/-]/.test(part)) return partProblem(textKey('cron.rule.alone'), part)
  return partProblem(textKey('cron.rule.special'), part)
}

/** Reports an invalid number, name, range or step. */
function plainProblem(name: CronFieldName, part: string): CronProblem {
  const [head = '', step, ...more] = part.split('/')
  if (step !== undefined && more.length === 0 && parseCronField(name, head || '*'))
    return partProblem(textKey('cron.rule.step'), part, { maximum: maxStep(name) })
  const years = head.split('-')
  if (name === 'year' && years.length === 2 && years.every((year) => parseCronField('year', year)))
    return partProblem(textKey('cron.rule.yearOrder'), part)
  if (/^[A-Z\d]+(-[A-Z\d]+)?$/.test(head)) return partProblem(`cron.rule.outside.${name}`, part)
  return partProblem(textKey('cron.rule.unreadable'), part)
}

function fieldProblem(name: CronFieldName, text: string): CronProblem {
  const parts = text.split(',')
  const wrong = parts.find((part) => !parseCronField(name, part))
  if (wrong !== undefined) return specialProblem(name, wrong) ?? plainProblem(name, wrong)
  // Each part is valid by itself, so their combination is wrong.
  const key = parts.includes('?') ? textKey('cron.rule.questionBeside') : textKey('cron.rule.alone')
  return partProblem(key, text)
}

/** Returns why a text is not a valid cron expression; undefined if it is one. */
export function cronProblem(text: string): CronProblem | undefined {
  if (isCronExpression(text)) return undefined
  const texts = text.trim().toUpperCase().split(/\s+/)
  if (texts.length < 6 || texts.length > 7)
    return problem(textKey('cron.rule.fieldCount'), { given: texts.length })
  const wrong = cronFieldNames.find((name, index) => !parseCronField(name, texts[index] ?? '*'))
  return wrong ? fieldProblem(wrong, texts[cronFieldNames.indexOf(wrong)] ?? '') : dayProblem(texts)
}
