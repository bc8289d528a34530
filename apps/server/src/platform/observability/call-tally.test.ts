import { describe, expect, it } from '@jest/globals'
import { createCallTally, periods } from './call-tally.ts'

/** Returns a tally with a clock that the test sets, starting at the beginning of an hour. */
function tallyAt() {
  const clock = { now: Date.UTC(2026, 0, 1, 8) }
  return { clock, tally: createCallTally(() => clock.now) }
}

const one = { calls: 1 }

describe('the call tally', () => {
  it('sums calls by minute and hour, and by area', () => {
    const { clock, tally } = tallyAt()
    tally.add('tenant', one)
    tally.add('tenant', { calls: 1, errors: 1 })
    tally.add('identity', { calls: 1, signIns: 1 })
    clock.now += periods.minute
    tally.add('tenant', one)
    const counts = tally.changed().map(({ period, beginsAt, area, calls, errors, signIns }) => ({
      of: `${period} ${beginsAt.toISOString().slice(11, 16)} ${area}`,
      counts: [calls, errors, signIns],
    }))
    expect(counts).toEqual([
      { of: 'minute 08:00 tenant', counts: [2, 1, 0] },
      { of: 'hour 08:00 tenant', counts: [3, 1, 0] },
      { of: 'minute 08:00 identity', counts: [1, 0, 1] },
      { of: 'hour 08:00 identity', counts: [1, 0, 1] },
      { of: 'minute 08:01 tenant', counts: [1, 0, 0] },
    ])
  })

  it('returns totals again only if they have changed since', () => {
    const { tally } = tallyAt()
    tally.add('tenant', one)
    const first = tally.changed()
    // Counted while the first counts are being written.
    tally.add('tenant', one)
    tally.add('site', one)
    tally.settle(first)
    expect(tally.changed().map(({ area, calls }) => [area, calls])).toEqual([
      ['tenant', 2],
      ['tenant', 2],
      ['site', 1],
      ['site', 1],
    ])
    tally.settle(tally.changed())
    expect(tally.changed()).toEqual([])
  })

  it('does not grow without limit while nothing writes its counts', () => {
    const { clock, tally } = tallyAt()
    for (let minute = 0; minute < 10_000; minute += 1) {
      tally.add('tenant', one)
      clock.now += periods.minute
    }
    expect(tally.changed().length).toBeLessThan(200)
    expect(tally.changed().at(-1)).toMatchObject({ beginsAt: new Date(clock.now - periods.minute), calls: 1 })
  })
})
