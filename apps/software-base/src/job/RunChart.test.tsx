import { runStatus } from '@atrium/contract'
import { setLanguage } from '@atrium/shared-api'
import { afterEach, expect, it } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import '../texts/index.ts'
import { RunChart } from './RunChart.tsx'
import { isInProgress, lastEnded, outcomeOf, type Run } from './runs.ts'

const run = (id: string, status: number, times: number): Run => ({
  id,
  status,
  times,
  createTime: `2026-11-22T03:00:0${id}Z`,
})
const { succeeded, failed, underWay } = runStatus
const runs = [run('1', succeeded, 1500), run('2', 7, 250), run('3', underWay, 0)]

afterEach(cleanup)

it('treats any state other than success or in progress as a failure', () => {
  expect(runs.map(outcomeOf)).toEqual(['succeeded', 'failed', 'underWay'])
  expect(outcomeOf({ status: failed })).toBe('failed')
  expect(lastEnded(runs)?.id).toBe('2')
  expect([isInProgress(runs), isInProgress(runs.slice(0, 2))]).toEqual([true, false])
})

it('draws a bar for each run whose height shows the duration, with all data as text', async () => {
  await setLanguage('en')
  const { container } = render(
    <Suspense>
      <RunChart runs={runs} />
    </Suspense>,
  )
  await screen.findByRole('img', { name: 'The last 3 runs: 1 failed, the longest took 1.5 sec' })
  const bars = [...container.querySelectorAll('.run-chart-bar')]
  expect(bars.map((bar) => bar.getAttribute('class'))).toEqual([
    'run-chart-bar run-chart-succeeded',
    'run-chart-bar run-chart-failed',
    'run-chart-bar run-chart-underWay',
  ])
  const [longest, short] = bars.map((bar) => Number(bar.getAttribute('height')))
  expect(longest).toBe(28)
  expect(short).toBeCloseTo(28 / 6)
  const said = [...container.querySelectorAll('title')].map(({ textContent }) => textContent)
  expect(said[1]).toMatch(/^2026-11-22 \d\d:\d\d:02 +Failed +250 ms$/)
})
