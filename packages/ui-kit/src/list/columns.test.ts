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
  it('are their own if there is no spare room', () => {
    expect(widths({ available: 440 })).toEqual([200, 100, 60, 140])
  })

  it('share spare room among columns of text', () => {
    expect(widths({ available: 560 })).toEqual([240, 120, 60, 140])
  })

  it('give a little rather than make the table scroll, and no more than a little', () => {
    expect(widths({ available: 491 })).toEqual([194, 97, 60, 140])
    expect(widths({ available: 484 })).toEqual([200, 144, 60, 140])
    expect(widths({ available: 491, set: { name: 200, contact: 100 } })).toEqual([200, 100, 60, 140])
  })

  it('keep the user’s widths', () => {
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

  it('are at most what their content needs if another’s would be cut', () => {
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

  it('follow their content if the table scrolls anyway', () => {
    const wide = { name: 260, contact: 240, count: 200, actions: 120 }
    expect(widths({ content: wide, available: 380 })).toEqual([260, 240, 200, 120])
    expect(widths({ content: wide, available: 380, set: { name: 260 } })).toEqual([260, 240, 200, 120])
  })

  describe('of a table that scrolls', () => {
    const wide = { name: 200, contact: 240, count: 200, actions: 120 }

    it('end the column at the edge of what is in sight, which cuts it with an ellipsis', () => {
      expect(widths({ content: wide, available: 420 })).toEqual([200, 100, 200, 120])
      expect(widths({ content: wide, available: 300 })).toEqual([180, 240, 200, 120])
    })

    it('widen the column before if hardly anything would be left', () => {
      expect(widths({ content: wide, available: 350 })).toEqual([230, 240, 200, 120])
    })

    it('leave what the user has set', () => {
      const set = { name: 200, contact: 240 }
      expect(widths({ content: wide, available: 420, set })).toEqual([200, 240, 200, 120])
    })
  })

  describe('beside a cell that is too long for any column', () => {
    const usual = { name: 120, contact: 160, count: 50, actions: 120 }
    const room = { content: usual, overlong: ['name'] }

    it('give the others their content first', () => {
      expect(widths({ ...room, available: 530 })).toEqual([200, 160, 50, 120])
    })

    it('give what is left to its column, up to a limit', () => {
      expect(widths({ ...room, available: 630 })).toEqual([300, 160, 50, 120])
      expect(widths({ ...room, available: 690 })).toEqual([360, 160, 50, 120])
    })

    it('keep its column visible beside the others if the table scrolls', () => {
      expect(widths({ ...room, available: 400 })).toEqual([200, 80, 50, 120])
    })
  })
})
