import { describe, expect, test } from '@jest/globals'
import { latencyOf, percentile, shareGreater, spreadOf } from './statistics.ts'

const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1)

describe('percentile', () => {
  test('is a measured value, by nearest rank', () => {
    expect(percentile(oneToHundred, 0.95)).toBe(95)
    expect(percentile([10, 20], 0.5)).toBe(10)
    expect(percentile([10, 20], 0.51)).toBe(20)
    expect(percentile([7], 0.99)).toBe(7)
  })

  test('rejects an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })
})

test('latencies may be in any order', () => {
  expect(latencyOf([...oneToHundred].reverse())).toEqual({ p50: 50, p95: 95, p99: 99, max: 100 })
})

describe('spread', () => {
  test('takes the median of an odd and of an even number of values', () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 })
    expect(spreadOf([1, 2, 3, 10])).toEqual({ median: 2.5, min: 1, max: 10 })
  })

  test('is undefined for no values', () => {
    expect(spreadOf([])).toBeUndefined()
  })
})

test('the share of pairs in which the first kind is greater', () => {
  expect(shareGreater([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(shareGreater([4, 5], [1, 2, 3])).toBe(1)
  expect(shareGreater([1, 4], [2, 3, 4])).toBeCloseTo(2.5 / 6)
})
