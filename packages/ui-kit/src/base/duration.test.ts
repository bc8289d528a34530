import { expect, it } from '@jest/globals'
import { durationOf } from './duration.ts'

it.each([
  [0, '0毫秒', '0 ms'],
  [350, '350毫秒', '350 ms'],
  [1540, '1.5秒', '1.5 sec'],
  [90_000, '1.5分钟', '1.5 min'],
  [7_200_000, '2小时', '2 hr'],
])('says %d ms in the largest unit that it fills', (times, zh, en) => {
  expect([durationOf(times, 'zh'), durationOf(times, 'en')]).toEqual([zh, en])
})
