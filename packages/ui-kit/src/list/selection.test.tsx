import { afterEach, expect, it } from '@jest/globals'
import { act, cleanup, screen } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { show, user } from '../test-support/render.tsx'
import { type Column, DataTable, type Selection, useSelectedCount } from './index.ts'
import { createSelection } from './selection.tsx'

interface Person {
  readonly id: string
  readonly name: string
}

let drawn = 0
const columns: Column<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 200,
    render: ({ name }) => {
      drawn += 1
      return name
    },
  },
]

const page = (first: number): Person[] =>
  Array.from({ length: 3 }, (_, index) => ({ id: `p${first + index}`, name: `Person ${first + index}` }))

const nameOf = ({ name }: Person) => name

function Count({ selection }: { readonly selection: Selection }) {
  return <output>{useSelectedCount(selection)}</output>
}

interface Selectable {
  readonly selection: Selection
  readonly nameOf: typeof nameOf
}

function People({ selectable }: { readonly selectable: Selectable }) {
  const [first, setFirst] = useState(1)
  const rows = useMemo(() => page(first), [first])
  return (
    <>
      <Count selection={selectable.selection} />
      <button type="button" onClick={() => setFirst((before) => 5 - before)}>
        Other page
      </button>
      <DataTable
        name="people"
        label="People"
        columns={columns}
        rows={rows}
        offset={0}
        empty="nobody"
        selectable={selectable}
      />
    </>
  )
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const turnPage = () => user.click(screen.getByRole('button', { name: 'Other page' }))
const allOfPage = () => box('Select all of this page')

afterEach(cleanup)

it('keeps the selection across pages, and selects a whole page with one click', async () => {
  const selectable = { selection: createSelection(), nameOf }
  await show(<People selectable={selectable} />)
  await user.click(box('Select Person 2'))
  expect(allOfPage().indeterminate).toBe(true)
  await turnPage()
  expect(allOfPage().indeterminate).toBe(false)
  await user.click(allOfPage())
  expect(box('Select Person 5').checked).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('4')
  await user.click(box('Select Person 4'))
  expect([...selectable.selection.ids()]).toEqual(['p2', 'p5', 'p6'])

  await turnPage()
  expect([1, 2, 3].map((number) => box(`Select Person ${number}`).checked)).toEqual([false, true, false])
  await user.click(allOfPage())
  await user.click(allOfPage())
  expect([...selectable.selection.ids()]).toEqual(['p5', 'p6'])
  act(() => selectable.selection.clear())
  expect(screen.getByRole('status').textContent).toBe('0')
})

it('renders no row again when one is selected', async () => {
  const selectable = { selection: createSelection(), nameOf }
  await show(<People selectable={selectable} />)
  const before = drawn
  await user.click(box('Select Person 1'))
  await user.click(allOfPage())
  expect(box('Select Person 3').checked).toBe(true)
  expect(drawn).toBe(before)
})

it('keeps the single choices of two tables separate', async () => {
  const choices = [createSelection(true), createSelection(true)]
  const tables = choices.map((selection) => (
    <People key={selection.name} selectable={{ selection, nameOf }} />
  ))
  await show(tables)
  const [first, other] = screen.getAllByRole<HTMLInputElement>('radio', { name: 'Select Person 2' })
  await user.click(first ?? document.body)
  await user.click(other ?? document.body)
  expect([first?.checked, other?.checked]).toEqual([true, true])
  expect(choices.map(({ ids }) => [...ids()])).toEqual([['p2'], ['p2']])
})
