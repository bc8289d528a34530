import { expect, test } from '@jest/globals'
import { plansIn } from './plans.ts'

const log = `2026-01-02 03:04:05.006 UTC [71] LOG:  duration: 1.234 ms  plan:
\tQuery Text: select 1
\tResult  (cost=0.00..0.01 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)
2026-01-02 03:04:05.007 UTC [71] ERROR:  something else
2026-01-02 03:04:05.008 UTC [72] LOG:  duration: 0.500 ms  plan:
\tQuery Text: select 2
\tResult
\t  Buffers: shared hit=2
`

test('plans are extracted from a log, without the rest of it', () => {
  expect(plansIn(log)).toEqual([
    'duration: 1.234 ms\nQuery Text: select 1\nResult  (cost=0.00..0.01 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)',
    'duration: 0.500 ms\nQuery Text: select 2\nResult\n  Buffers: shared hit=2',
  ])
})
