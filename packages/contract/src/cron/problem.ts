import { type TextKey, textKey } from '../core/texts.ts'
import { isCronExpression, parseCronField } from './expression.ts'
import { type CronFieldName, cronFieldNames, maxDaysBefore, maxStep, maxWeeks } from './fields.ts'

/** Why an expression is rejected, and what to write instead: the key of a sentence, and what fills it. */
interface CronProblem {
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

/** A sentence repeats no more of what was written. */
const maxRepeated = 40

const problem = (key: TextKey, params: CronProblem['params'] = {}): CronProblem => ({ key, params })

/** Reports why a part of a field is invalid. */
const partProblem = (key: TextKey, part: string, params: CronProblem['params'] = {}): CronProblem =>
  problem(key, { ...params, part: part.slice(0, maxRepeated) })

const [dayPosition, weekPosition] = [cronFieldNames.indexOf('day'), cronFieldNames.indexOf('week')]

/** Both day and week are given, or neither is. */
function dayProblem(texts: readonly string[]): CronProblem {
  if (texts[dayPosition] === '?')
    return problem(textKey('cron.rule.neitherDay'), { example: texts.with(dayPosition, '*').join(' ') })
  const free = texts[weekPosition] === '*' ? weekPosition : dayPosition
  return problem(textKey('cron.rule.bothDays'), { example: texts.with(free, '?').join(' ') })
}

/** Values that only day and week may have, and only alone. */
function specialProblem(name: CronFieldName, part: string): CronProblem | undefined {
  const isOfDay = name === 'day' || name === 'week'
  if (part.includes('?'))
    return partProblem(isOfDay ? textKey('cron.rule.questionBeside') : textKey('cron.rule.question'), part)
  if (name === 'day' && /^L-\d+W$/.test(part)) return partProblem(textKey('cron.rule.weekdaysBefore'), part)
  if (name === 'day' && /^L-\d*$/.test(part))
    return partProblem(textKey('cron.rule.daysBefore'), part, { maximum: maxDaysBefore })
  if (name === 'week' && /^\w+#\d*$/.test(part))
    return partProblem(textKey('cron.rule.nth'), part, { maximum: maxWeeks })
  // Not the names JUL and WED, nor whole words such as APRIL.
  if (!/[LW#]/.test(part.replaceAll(/JUL|WED|[A-Z]{4,}/g, ''))) return undefined
  if (isOfDay && /[/-]/.test(part)) return partProblem(textKey('cron.rule.alone'), part)
  return partProblem(textKey('cron.rule.special'), part)
}

/** Numbers, names, ranges and steps. */
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
  // Each is valid by itself.
  const key = parts.includes('?') ? textKey('cron.rule.questionBeside') : textKey('cron.rule.alone')
  return partProblem(key, text)
}

/** Returns why a text is no cron expression that runs; undefined if it is one. */
export function cronProblem(text: string): CronProblem | undefined {
  if (isCronExpression(text)) return undefined
  const texts = text.trim().toUpperCase().split(/\s+/)
  if (texts.length < 6 || texts.length > 7)
    return problem(textKey('cron.rule.fieldCount'), { given: texts.length })
  const wrong = cronFieldNames.find((name, index) => !parseCronField(name, texts[index] ?? '*'))
  return wrong ? fieldProblem(wrong, texts[cronFieldNames.indexOf(wrong)] ?? '') : dayProblem(texts)
}
