import { describe, expect, it } from '@jest/globals'
import type { Column } from './column.ts'
import { drawnWidths } from './columns.tsx'

const render = () => ''
const columns: readonly Column<object>[] = [
  { key: 'name', title: 'Name', width: 200, render },
  { key: 'contact', title: 'Contact', width: 100, render },
  { key: 'count', title: 'Count', width: 60, numeric: true, render },
  { key: 'actions', title: 'Actions', width: 140, actions: true, render },
]
const widths = (room: Partial<Parameters<typeof drawnWidths>[1]>) =>
  Object.values(drawnWidths(columns, { set: {}, content: {}, narrow: false, available: 0, ...room }))

describe('the widths of columns', () => {
  it('are their own where there is no room to spare', () => {
    expect(widths({ available: 400 })).toEqual([200, 100, 60, 140])
  })

  it('share spare room among columns of text', () => {
    expect(widths({ available: 560 })).toEqual([240, 120, 60, 140])
  })

  it('give a little rather than make the table scroll, and no more than a little', () => {
    expect(widths({ available: 491 })).toEqual([194, 97, 60, 140])
    expect(widths({ available: 484 })).toEqual([200, 100, 60, 140])
    expect(widths({ available: 491, set: { name: 200, contact: 100 } })).toEqual([200, 100, 60, 140])
  })

  it('leave alone what the user has set', () => {
    expect(widths({ available: 560, set: { name: 150 } })).toEqual([150, 210, 60, 140])
    expect(widths({ available: 560, set: { name: 150, contact: 120 } })).toEqual([150, 120, 60, 140])
  })

  it('fold the buttons of a row on narrow screens', () => {
    expect(widths({ narrow: true })).toEqual([200, 100, 60, 88])
  })

  it('let what is pinned have no more than its own on narrow screens, for the sake of what is beside it', () => {
    const pinned = columns.map((column) => (column.key === 'name' ? { ...column, pinned: true } : column))
    const room = { set: {}, content: { name: 300 }, available: 300 }
    expect(drawnWidths(pinned, { ...room, narrow: true })).toMatchObject({ name: 200 })
    expect(drawnWidths(pinned, { ...room, narrow: false })).toMatchObject({ name: 300 })
  })

  const content = { name: 260, contact: 60, count: 50, actions: 120 }

  it('are no more than their content takes where another’s would be cut', () => {
    expect(widths({ content, available: 490 })).toEqual([260, 60, 50, 120])
    expect(widths({ content, available: 450 })).toEqual([220, 60, 50, 120])
  })

  it('share what nobody’s content needs', () => {
    expect(widths({ content, available: 520 })).toEqual([280, 70, 50, 120])
  })

  it('make those of names whole first, then as many as can be', () => {
    const cut = { ...content, name: 300, contact: 110, count: 70 }
    expect(widths({ content: cut, available: 500 })).toEqual([200, 110, 70, 120])
    const named = columns.map((column) => (column.key === 'name' ? { ...column, always: true } : column))
    const room = { set: {}, content: cut, narrow: false, available: 590 }
    expect(Object.values(drawnWidths(named, room))).toEqual([300, 110, 60, 120])
  })

  it('are those of their content where the table scrolls anyway, within reason', () => {
    expect(widths({ content, available: 300 })).toEqual([260, 60, 50, 120])
    expect(widths({ content: { ...content, name: 2000 }, available: 300 })).toEqual([360, 60, 50, 120])
    expect(widths({ content, available: 300, set: { name: 90 } })).toEqual([90, 60, 50, 120])
  })
})
