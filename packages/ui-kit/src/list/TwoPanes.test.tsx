import { afterEach, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../test-support/render.tsx'
import { RowChoice } from './cells.tsx'
import { TwoPanes } from './TwoPanes.tsx'

afterEach(cleanup)

const studies = ['Alpha', 'Beta']

function Studies({ start }: { readonly start: string | undefined }) {
  const [chosen, choose] = useState(start)
  const [open, setOpen] = useState(false)
  const onChoose = (study: string) => {
    choose(study)
    setOpen(false)
  }
  return (
    <TwoPanes
      label="Study"
      chosen={chosen}
      open={open}
      onOpen={setOpen}
      choice={studies.map((study) => (
        <RowChoice key={study} name={study} chosen={study === chosen} onChoose={() => onChoose(study)} />
      ))}
    >
      <output>{chosen}</output>
    </TwoPanes>
  )
}

const fold = () => screen.getByRole('button', { name: /^Study/ })
const isOpen = () => fold().getAttribute('aria-expanded') === 'true'

it('names the chosen item, opens to choose another, and keeps the focus when it folds', async () => {
  await show(<Studies start="Alpha" />)
  expect(fold().textContent).toBe('StudyAlpha')
  expect(isOpen()).toBe(false)
  await user.click(fold())
  expect(isOpen()).toBe(true)
  const controlled = document.getElementById(String(fold().getAttribute('aria-controls')))
  expect(controlled?.textContent).toBe('AlphaBeta')
  await user.click(screen.getByRole('button', { name: 'Beta' }))
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(fold())
  expect(screen.getByRole('status').textContent).toBe('Beta')
})

it('is open and cannot fold while nothing is chosen', async () => {
  await show(<Studies start="" />)
  expect(screen.queryByRole('button', { name: /^Study/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Alpha' }))
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(fold())
})

it('stays folded until it is known whether an item is chosen', async () => {
  await show(<Studies start={undefined} />)
  expect(isOpen()).toBe(false)
})
