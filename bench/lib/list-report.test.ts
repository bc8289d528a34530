import type { tenantList } from '@atrium/contract'
import { expect, test } from '@jest/globals'
import { errorCheck, latencyTable, planSections } from './list-report.ts'
import type { ListScenario, Measured } from './measure.ts'
import { passes } from './verdict.ts'

type Scenario = ListScenario<typeof tenantList>

const measured = (
  name: string,
  matches: readonly number[],
  more: Partial<Measured<typeof tenantList, Scenario>> = {},
): Measured<typeof tenantList, Scenario> => ({
  scenario: {
    name,
    requests: [{ limit: 10 }],
    keywords: matches.map((count) => ({ text: '王', matches: count })),
  },
  callers: 4,
  latency: { p50: 1.234, p95: 12.34, p99: 123.4, max: 1234 },
  calls: 4096,
  callsASecond: 512.4,
  errors: 0,
  slowest: { limit: 10 },
  ...more,
})

test('the table shows the matches of keywords and the response times', () => {
  expect(
    latencyTable('tenants', [measured('narrow', [40, 1000, 7]), measured('all', [])]).split('\n'),
  ).toEqual([
    '| request | keywords | tenants found, median (max) | p50 ms | p95 ms | p99 ms | max ms | calls/s | calls | errors |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    '| narrow | 3 | 40 (1,000) | 1.23 | 12.3 | 123 | 1,234 | 512 | 4,096 | 0 |',
    '| all | – | – | 1.23 | 12.3 | 123 | 1,234 | 512 | 4,096 | 0 |',
  ])
})

test('the table shows the number of callers if scenarios differ in it', () => {
  const [head, , first, second] = latencyTable('users', [
    measured('all', []),
    measured('all', [], { callers: 16 }),
  ]).split('\n')
  expect(head).toMatch(/^\| request \| callers \| keywords \| users found/)
  expect(first).toMatch(/^\| all \| 4 \| – \| – \| 1\.23 /)
  expect(second).toMatch(/^\| all \| 16 \| /)
})

test('one failed call in any scenario counts as an error', () => {
  expect(passes(errorCheck([measured('narrow', [1]), measured('all', [])]))).toBe(true)
  expect(errorCheck([measured('narrow', [1]), measured('all', [], { errors: 1 })])).toMatchObject({
    measured: 1,
  })
  expect(passes(errorCheck([measured('all', [], { errors: 1 })]))).toBe(false)
})

test('plans are shown below their request', () => {
  expect(planSections([{ measured: measured('all', []), plans: ['Seq Scan\n', 'Limit'] }])).toEqual([
    '### Slowest of “all”: {"limit":10}',
    '```text\nSeq Scan\n```',
    '```text\nLimit\n```',
  ])
})
