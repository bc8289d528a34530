import { setLanguage } from '@atrium/shared-api'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import './texts/index.ts'
import { CronInput, useCronBuilder } from './CronInput.tsx'

jest.setTimeout(180_000)
configure({ asyncUtilTimeout: 10_000 })
const user = userEvent.setup({ pointerEventsCheck: 0 })

function Form({ given }: { readonly given: string }) {
  const [value, setValue] = useState(given)
  const builder = useCronBuilder()
  return (
    <>
      <CronInput aria-label="field" value={value} onChange={setValue} builder={builder} />
      {builder.dialog}
    </>
  )
}

async function open(given: string) {
  render(
    <Suspense>
      <Form given={given} />
    </Suspense>,
  )
  await user.click(await screen.findByRole('button', { name: 'Build' }))
  return screen.findByRole('dialog')
}

const preview = () => screen.getByLabelText<HTMLInputElement>('Cron expression').value
const field = () => screen.getByLabelText<HTMLInputElement>('field').value
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const choose = (name: RegExp) => user.click(screen.getByRole('radio', { name }))
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => setLanguage('en'))
afterEach(cleanup)

describe('the builder', () => {
  it('opens on an expression, with its choices in the tabs and its next runs below', async () => {
    const dialog = await open('0 0 9 ? * FRI#3 *')
    expect(preview()).toBe('0 0 9 ? * 6#3 *')
    await user.click(tab('Week'))
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: 'The third Friday of the month' }).checked,
    ).toBe(true)
    expect(within(dialog).getByText('At 09:00, on the third Friday of the month')).toBeDefined()
    expect(
      within(within(dialog).getByRole('table')).getAllByRole('row', { hidden: false }).length,
    ).toBeGreaterThan(4)
  })

  it('moves between tabs by arrow keys, and between blanks by the tab key', async () => {
    await open('')
    expect(preview()).toBe('* * * * * ? *')
    tab('Common').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(tab('Hour'))
    await choose(/^From hour/)
    await user.tab()
    await user.keyboard('{Control>}a{/Control}8')
    await user.tab()
    await user.keyboard('{Control>}a{/Control}18')
    expect(preview()).toBe('* * 8-18 * * ? *')
  })

  it('accepts values ticked by arrow keys and the space bar', async () => {
    await open('0 0 9 * * ? *')
    await user.click(tab('Month'))
    await choose(/^Chosen months/)
    await user.click(screen.getByRole('checkbox', { name: 'Mar' }))
    await user.keyboard('{ArrowRight} ')
    expect(preview()).toBe('0 0 9 * 3,4 ? *')
    await press('OK')
    await isClosed()
    expect(field()).toBe('0 0 9 * 3,4 ? *')
  })

  it('sets the week to a question mark when a day is chosen, and vice versa', async () => {
    await open('0 0 9 * * ? *')
    await user.click(tab('Week'))
    await choose(/^Last Friday/)
    expect(preview()).toBe('0 0 9 ? * 6L *')
    await user.click(tab('Day'))
    await choose(/^Last day of the month/)
    expect(preview()).toBe('0 0 9 L * ? *')
  })

  it('marks the tab that contains an error, and opens it', async () => {
    await open('0 0 9 * * ? *')
    await user.click(tab('Hour'))
    await choose(/^From hour/)
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), '24')
    await user.click(tab('Year'))
    expect(within(tab('Hour')).getByRole('img', { name: 'Something is wrong here' })).toBeDefined()
    await press('OK')
    expect(tab('Hour').getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Enter a whole number from 0 to 23')
    expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true')
  })

  it('does not accept an expression that never comes due', async () => {
    await open('0 0 0 30 2 ? *')
    expect(screen.getByRole('alert').textContent).toBe('This expression has no future runs')
    await press('OK')
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })

  it('starts with the default for an invalid expression, with a message', async () => {
    await open('every day')
    expect(screen.getByRole('alert').textContent).toContain('“every day” could not be read')
    expect(preview()).toBe('* * * * * ? *')
    await press('Cancel')
    await isClosed()
    expect(field()).toBe('every day')
  })

  it('asks before unsaved changes are lost', async () => {
    await open('0 0 9 * * ? *')
    await user.click(tab('Second'))
    await choose(/^Every second/)
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(preview()).toBe('* 0 9 * * ? *')
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await isClosed()
    expect(field()).toBe('0 0 9 * * ? *')
  })
})

describe('a preset', () => {
  const checked = () =>
    screen.queryByRole<HTMLInputElement>('radio', { checked: true })?.getAttribute('aria-label')

  it('builds “9:30 on weekdays” in four actions', async () => {
    await open('')
    await choose(/^On weekdays/)
    await user.tab()
    await user.keyboard('{Control>}a{/Control}9:30')
    expect(preview()).toBe('0 30 9 ? * 2-6 *')
    await press('OK')
    await isClosed()
    expect(field()).toBe('0 30 9 ? * 2-6 *')
  })

  it('is also chosen by its blanks, and keeps the time for the other presets', async () => {
    await open('')
    await user.selectOptions(screen.getByLabelText('Day of the month'), 'the last day')
    expect(preview()).toBe('0 0 2 L * ? *')
    await user.selectOptions(screen.getByLabelText('Day of the month'), 'day 31')
    expect(preview()).toBe('0 0 2 31 * ? *')
    expect(screen.getByText('Months without day 31 have no run')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Minutes between runs'), '15')
    expect(preview()).toBe('0 0/15 * * * ? *')
    await choose(/^Every day/)
    expect(preview()).toBe('0 0 2 * * ? *')
  })

  it.each([
    ['0 30 9 * * ?', 'Every day at 09:30'],
    ['0 5 0 ? * MON-FRI', 'On weekdays (Monday to Friday) at 00:05'],
    ['0 */10 * * * ?', 'Every 10 minutes'],
    ['0 0 2 L * ?', 'Every month on the last day at 02:00'],
  ])('is shown for %s', async (expression, sentence) => {
    await open(expression)
    expect(tab('Common').getAttribute('aria-selected')).toBe('true')
    expect(checked()).toBe(sentence)
  })

  it('is not selected for any other expression, which opens in its fields', async () => {
    await open('0 30 9 ? * 6L *')
    expect(tab('Second').getAttribute('aria-selected')).toBe('true')
    await user.click(tab('Common'))
    expect(checked()).toBeUndefined()
  })

  it('is deselected when a field has another value, and selected again with the original value', async () => {
    await open('0 30 9 * * ? *')
    await user.click(tab('Week'))
    await choose(/^From Sunday/)
    await user.click(tab('Common'))
    expect(checked()).toBeUndefined()
    await choose(/^On weekdays/)
    await user.click(tab('Week'))
    expect(checked()).toBe('From Monday to Friday')
  })

  it('reports an invalid time', async () => {
    await open('0 30 9 * * ? *')
    const [time] = screen.getAllByLabelText<HTMLInputElement>('Time')
    if (time) await user.clear(time)
    await user.type(time ?? document.body, '24:00')
    expect(preview()).toBe('')
    await user.click(tab('Month'))
    await press('OK')
    expect(tab('Common').getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Enter a time from 00:00 to 23:59, such as 09:30')
  })
})

describe('every second', () => {
  const question = 'This schedule runs the job every second: “Every second”. Use it?'

  it('is not accepted without confirmation', async () => {
    await open('')
    expect(preview()).toBe('* * * * * ? *')
    await press('OK')
    await screen.findByText(question)
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByText(question)).toBeNull())
    expect(field()).toBe('')
    await press('OK')
    await user.click(await screen.findByRole('button', { name: 'Run every second' }))
    await isClosed()
    expect(field()).toBe('* * * * * ? *')
  })

  it('also asks for confirmation if only some hours are chosen', async () => {
    await open('0 0 9 * * ? *')
    await user.click(tab('Second'))
    await choose(/^Every second/)
    await press('OK')
    await screen.findByText(/^This schedule runs the job every second/)
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByText(/^This schedule runs/)).toBeNull())
  })

  it('needs no confirmation if the job already ran every second', async () => {
    await open('* 0 9 * * ? *')
    await press('OK')
    await isClosed()
  })
})
