import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../test-support/render.tsx'
import { type DayKind, type DayKinds, YearCalendar } from './index.ts'

let marks: DayKinds

function Calendar({ general }: { readonly general?: DayKinds }) {
  const [year, setYear] = useState(2026)
  const [shown, setShown] = useState<DayKinds>(new Map())
  marks = shown
  return (
    <YearCalendar
      year={year}
      marks={shown}
      general={general}
      years={{ first: 2025, last: 2027 }}
      onYear={setYear}
      onChange={setShown}
    />
  )
}

const general = new Map<string, DayKind>([['2026-10-01', 'holiday']])
/** Finds a day by its attribute. A query by role is slow with 366 days. */
const day = (name: string): HTMLElement => {
  const cell = document.querySelector<HTMLElement>(`[data-day="${name}"]`)
  if (!cell) throw new Error(`${name} is not shown`)
  return cell
}
const focus = (name: string) => act(() => day(name).focus())
const marked = () => Object.fromEntries([...marks].sort())
const keys = (typed: string) => user.keyboard(typed)

beforeEach(async () => {
  await show(<Calendar general={general} />)
  await screen.findByLabelText('January 2026')
})

describe('a year calendar', () => {
  it('marks a day, and removes the mark on the second click', async () => {
    await user.click(day('2026-03-02'))
    expect(marked()).toEqual({ '2026-03-02': 'holiday' })
    expect(day('2026-03-02').getAttribute('aria-selected')).toBe('true')
    await user.click(day('2026-03-02'))
    expect(marked()).toEqual({})
  })

  it('replaces the mark of a day with the last one chosen', async () => {
    await user.click(day('2026-03-02'))
    await user.click(screen.getByRole('radio', { name: 'Extra workday' }))
    await user.click(day('2026-03-02'))
    expect(marked()).toEqual({ '2026-03-02': 'workday' })
  })

  it('marks a range from the last marked day with Shift, including backwards and across months', async () => {
    await user.click(day('2026-03-02'))
    await keys('{Shift>}')
    await user.click(day('2026-02-27'))
    await keys('{/Shift}')
    expect(Object.keys(marked())).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  })

  it('marks only the days between the start of a drag and its end', async () => {
    await user.pointer([
      { keys: '[MouseLeft>]', target: day('2026-03-02') },
      { target: day('2026-03-05') },
      { target: day('2026-03-03') },
      { keys: '[/MouseLeft]', target: day('2026-03-03') },
    ])
    expect(marked()).toEqual({ '2026-03-02': 'holiday', '2026-03-03': 'holiday' })
  })

  it('is one stop in the tab order, with arrow and page keys inside', async () => {
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
    const at = (name: string) => expect(document.activeElement?.getAttribute('aria-label')).toContain(name)
    focus('2026-12-30')
    await keys('{ArrowRight}{ArrowDown}')
    at('January 7, 2027')
    await keys('{Home}')
    at('January 4, 2027')
    await keys('{End}')
    at('January 10, 2027')
    await keys('{PageUp}')
    at('December 10, 2026')
    await keys('{Shift>}{PageUp}{PageUp}{/Shift}')
    at('December 10, 2025')
    await keys('{ArrowUp}{ArrowLeft} {ArrowRight}{Shift>}{ArrowRight} {/Shift}')
    expect(marked()).toMatchObject({
      '2025-12-02': 'holiday',
      '2025-12-03': 'holiday',
      '2025-12-04': 'holiday',
    })
  })

  it('moves from the focused day, wherever the keys moved before', async () => {
    for (const _ of [1, 2]) {
      focus('2026-05-13')
      await keys('{ArrowUp}')
      expect(document.activeElement).toBe(day('2026-05-06'))
      expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
    }
  })

  it('names the mark that applies to everybody along with the day’s own mark', async () => {
    expect(day('2026-10-01').getAttribute('aria-label')).toMatch(/, Global: Statutory holiday$/)
    await user.click(screen.getByRole('radio', { name: 'Extra workday' }))
    await user.click(day('2026-10-01'))
    expect(day('2026-10-01').getAttribute('aria-label')).toMatch(
      /, Extra workday, Global: Statutory holiday$/,
    )
  })

  it('stops at the first and the last year', async () => {
    await user.click(screen.getByRole('button', { name: 'Next year' }))
    expect(screen.getByRole('button', { name: 'Next year' })).toHaveProperty('disabled', true)
    await user.click(day('2027-12-31'))
    await keys('{ArrowRight}{PageDown}')
    expect(document.activeElement).toBe(day('2027-12-31'))
  })
})
