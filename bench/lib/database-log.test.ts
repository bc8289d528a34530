import { expect, test } from '@jest/globals'
import { entriesOf } from './database-log.ts'
import { plansIn } from './plans.ts'
import { countStatements } from './statements.ts'

const planLog = `2026-01-02 03:04:05.006 UTC [71] LOG:  duration: 1.234 ms  plan:
\tQuery Text: select 1
\tResult  (cost=0.00..0.01 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)
2026-01-02 03:04:05.007 UTC [71] ERROR:  something else
2026-01-02 03:04:05.008 UTC [72] LOG:  duration: 0.500 ms  plan:
\tQuery Text: select 2
\tResult
\t  Buffers: shared hit=2
`

test('plans are extracted from a log, without the rest of it', () => {
  expect(plansIn(entriesOf(planLog))).toEqual([
    'duration: 1.234 ms\nQuery Text: select 1\nResult  (cost=0.00..0.01 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)',
    'duration: 0.500 ms\nQuery Text: select 2\nResult\n  Buffers: shared hit=2',
  ])
})

const statementLog = `the end of an earlier entry
2026-01-02 03:04:05.006 UTC [71] LOG:  statement: begin isolation level read committed
2026-01-02 03:04:05.006 UTC [71] LOG:  execute s0_0: select where set_config('role', $1, true) is null
2026-01-02 03:04:05.006 UTC [71] LOG:  execute s0_12: select "id"
\tfrom "session"
2026-01-02 03:04:05.007 UTC [71] DETAIL:  Parameters: $1 = 'statement: begin'
2026-01-02 03:04:05.007 UTC [72] LOG:  statement: start transaction read only
2026-01-02 03:04:05.007 UTC [72] LOG:  execute <unnamed>: delete from "session"
2026-01-02 03:04:05.007 UTC [73] LOG:  statement: begin
2026-01-02 03:04:05.007 UTC [73] LOG:  execute s0_1: select where set_config('role', $1, true) is null
2026-01-02 03:04:05.007 UTC [73] LOG:  execute s0_5: select id
	from pgboss.job
2026-01-02 03:04:05.008 UTC [73] LOG:  statement: commit
2026-01-02 03:04:05.008 UTC [71] LOG:  statement: commit
2026-01-02 03:04:05.008 UTC [72] LOG:  statement: rollback
2026-01-02 03:04:05.009 UTC [72] LOG:  duration: 0.500 ms
`

test('statements that read or write data are counted, and transactions, without those of the queue', () => {
  expect(countStatements(entriesOf(statementLog))).toEqual({
    queries: ['select "id"\nfrom "session"', 'delete from "session"'],
    transactions: 2,
  })
})
