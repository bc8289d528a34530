import { expect, it } from '@jest/globals'
import { sentenceOf } from './sentence.ts'

it.each([
  ['* * * * * ? *', '每秒', 'Every second'],
  // In cron expressions, 1 is Sunday.
  ['0 0 9 ? * 1 *', '09:00，仅星期日', 'At 09:00, only on Sunday'],
  ['0 0 9 ? * 2-6 *', '09:00，星期一至星期五', 'At 09:00, Monday through Friday'],
  ['0 0 9 ? * 6#3 *', '09:00，限每月的第三个星期五', 'At 09:00, on the third Friday of the month'],
  ['0 0 9 ? * 6L *', '09:00，限每月的最后一个星期五', 'At 09:00, on the last Friday of the month'],
  [
    '0 0 9 L-3 * ? *',
    '09:00，限每月最后一天之前的第3天',
    'At 09:00, 3 days before the last day of the month',
  ],
  ['0 0 9 * * ? *', '09:00，每天', 'At 09:00, every day'],
  [
    '0 0 9 1,2,15 1,2,6 ?',
    '09:00，限每月 1 号、2 号和15 号，仅于一月、二月和六月份',
    'At 09:00, on day 1, 2, and 15 of the month, only in January, February, and June',
  ],
  [
    '0 0 0 1 1 ? 2027/3',
    '00:00，限每月 1 号，仅于一月份，每隔 3 年，从2027年至2099年',
    'At 00:00, on day 1 of the month, only in January, every 3 years, 2027 through 2099',
  ],
])('describes %s in words', (expression, zh, en) => {
  expect([sentenceOf(expression, 'zh'), sentenceOf(expression, 'en')]).toEqual([zh, en])
})

it('returns undefined for an invalid expression', () => expect(sentenceOf('* * * * *', 'en')).toBeUndefined())
