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

describe('drawnWidths', () => {
  it('uses the configured widths if there is no spare room', () => {
    expect(widths({ available: 440 })).toEqual([200, 100, 60, 140])
  })

  it('shares spare room among text columns', () => {
    expect(widths({ available: 560 })).toEqual([240, 120, 60, 140])
  })

  it('shrinks text columns slightly, but only slightly, to keep the table from scrolling', () => {
    expect(widths({ available: 491 })).toEqual([194, 97, 60, 140])
    expect(widths({ available: 484 })).toEqual([200, 144, 60, 140])
    expect(widths({ available: 491, set: { name: 200, contact: 100 } })).toEqual([200, 100, 60, 140])
  })

  it('shrinks only columns that are cut anyway, if there are any', () => {
    const content = { name: 190, contact: 200, count: 50, actions: 120 }
    expect(widths({ content, available: 450 })).toEqual([190, 90, 50, 120])
  })

  it('keeps the user’s widths', () => {
    expect(widths({ available: 560, set: { name: 150 } })).toEqual([150, 210, 60, 140])
    expect(widths({ available: 560, set: { name: 150, contact: 120 } })).toEqual([150, 120, 60, 140])
  })

  it('folds the buttons of a row on narrow screens', () => {
    expect(widths({ narrow: true })).toEqual([200, 100, 60, 88])
  })

  it('limits a pinned column to its configured width on narrow screens, to leave room for the others', () => {
    const pinned = columns.map((column) => (column.key === 'name' ? { ...column, pinned: true } : column))
    const room = { set: {}, content: { name: 300 }, available: 300 }
    expect(drawnWidths(pinned, { ...room, narrow: true })).toMatchObject({ name: 200 })
    expect(drawnWidths(pinned, { ...room, narrow: false })).toMatchObject({ name: 300 })
  })

  const content = { name: 260, contact: 60, count: 50, actions: 120 }

  it('reduces columns to their content if another column would be cut', () => {
    expect(widths({ content, available: 490 })).toEqual([260, 60, 50, 120])
    expect(widths({ content, available: 450 })).toEqual([220, 60, 50, 120])
  })

  it('shares the room that no content needs', () => {
    expect(widths({ content, available: 520 })).toEqual([280, 70, 50, 120])
  })

  it('fits name columns first, then as many others as possible', () => {
    const cut = { ...content, name: 300, contact: 110, count: 70 }
    expect(widths({ content: cut, available: 500 })).toEqual([200, 110, 70, 120])
    const named = columns.map((column) => (column.key === 'name' ? { ...column, always: true } : column))
    const room = { set: {}, content: cut, narrow: false, available: 590 }
    expect(Object.values(drawnWidths(named, room))).toEqual([300, 110, 60, 120])
  })

  it('follows the content if the table scrolls anyway', () => {
    const wide = { name: 260, contact: 240, count: 200, actions: 120 }
    expect(widths({ content: wide, available: 380 })).toEqual([260, 240, 200, 120])
    expect(widths({ content: wide, available: 380, set: { name: 260 } })).toEqual([260, 240, 200, 120])
  })

  describe('in a scrolling table', () => {
    const wide = { name: 200, contact: 240, count: 200, actions: 120 }

    it('ends a column at the visible edge, so that its text gets an ellipsis', () => {
      expect(widths({ content: wide, available: 420 })).toEqual([200, 100, 200, 120])
      expect(widths({ content: wide, available: 300 })).toEqual([180, 240, 200, 120])
    })

    it('widens the previous column if hardly anything of the column would be left', () => {
      expect(widths({ content: wide, available: 350 })).toEqual([230, 240, 200, 120])
    })

    it('keeps widths set by the user', () => {
      const set = { name: 200, contact: 240 }
      expect(widths({ content: wide, available: 420, set })).toEqual([200, 240, 200, 120])
    })
  })

  describe('with a cell too long for any column', () => {
    const usual = { name: 120, contact: 160, count: 50, actions: 120 }
    const room = { content: usual, overlong: ['name'] }

    it('fits the content of the other columns first', () => {
      expect(widths({ ...room, available: 530 })).toEqual([200, 160, 50, 120])
    })

    it('gives the remaining room to its column, up to a limit', () => {
      expect(widths({ ...room, available: 630 })).toEqual([300, 160, 50, 120])
      expect(widths({ ...room, available: 690 })).toEqual([360, 160, 50, 120])
    })

    it('keeps its column visible beside the others if the table scrolls', () => {
      expect(widths({ ...room, available: 400 })).toEqual([200, 80, 50, 120])
    })
  })
})
