import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { show } from '../test-support/render.tsx'
import { PeriodCell, type PeriodCellProps, RoleCell } from './period.tsx'

const textOf = async (cell: ReactNode) => {
  await show(<div role="status">{cell}</div>)
  return (await screen.findByRole('status')).textContent.trim()
}
const shown = (period: PeriodCellProps) => textOf(<PeriodCell {...period} />)

describe('a period in a list', () => {
  it('shows the limits that it has', async () => {
    expect(await shown({ from: '2030-01-01', until: '2030-06-30', state: 'current' })).toBe(
      '2030-01-01 to 2030-06-30',
    )
  })

  it('shows that there is no end', async () => {
    expect(await shown({ from: '', until: '', state: 'current' })).toBe('No end')
  })

  it('is marked before its first day', async () => {
    expect(await shown({ from: '2030-01-01', until: '', state: 'upcoming' })).toBe(
      'Not begun From 2030-01-01',
    )
  })

  it('is marked after its last day', async () => {
    expect(await shown({ from: '', until: '2020-06-30', state: 'ended' })).toBe('Ended Until 2020-06-30')
  })
})

describe('a role in a list', () => {
  it('shows only its name without a limit', async () => {
    expect(await textOf(<RoleCell name="Monitor" from="" until="" state="current" />)).toBe('Monitor')
  })

  it('shows its period, marked before its first day', async () => {
    expect(await textOf(<RoleCell name="Monitor" from="2030-01-01" until="" state="upcoming" />)).toBe(
      'Not begun Monitor From 2030-01-01',
    )
  })
})
