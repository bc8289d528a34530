import { tenantUserSave, tenantUserTexts } from '@atrium/contract'
import { installProfile, profile } from '@atrium/shared-api'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { Form } from '../base/arco.ts'
import { deploymentDay } from '../base/instant.ts'
import { fieldOf } from '../form/Field.tsx'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { PeriodFields } from './PeriodFields.tsx'

const Field = fieldOf(tenantUserSave)

function Screen({ values = {}, disabled }: { readonly values?: object; readonly disabled?: boolean }) {
  const [form] = Form.useForm()
  return (
    <SchemaForm
      id="f"
      form={form}
      schema={tenantUserSave.request}
      area={tenantUserSave.area}
      initialValues={values}
      onSubmit={() => undefined}
    >
      <PeriodFields of={Field} from="accessFrom" until="accessUntil" disabled={disabled} />
    </SchemaForm>
  )
}

const before = profile()
beforeEach(() => loadTexts(tenantUserTexts))
afterEach(() => {
  cleanup()
  installProfile(before)
})

/** Opens the panel of a day. @returns the days of the shown month that can be chosen */
const openPanel = async (index: number): Promise<string[]> => {
  const buttons = await screen.findAllByRole('button', { name: 'Open calendar' })
  await user.click(buttons[index] as HTMLElement)
  await screen.findAllByText('15')
  const days = document.querySelectorAll('.arco-picker-cell-in-view:not(.arco-picker-cell-disabled)')
  return [...days].map(({ textContent }) => textContent)
}

describe('the fields of a period', () => {
  it('name the time zone of the deployment and what an empty day means', async () => {
    installProfile({ ...before, timeZone: 'Europe/Paris' })
    await show(<Screen />)
    expect(await screen.findByText(/Europe\/Paris.*Leave empty for no limit/)).toBeTruthy()
  })

  // In at least one of these zones, the day differs from that in UTC.
  it.each(['Etc/GMT+12', 'Pacific/Kiritimati'])(
    'show the current day in %s as an example',
    async (timeZone) => {
      installProfile({ ...before, timeZone })
      await show(<Screen />)
      const { placeholder } = await screen.findByLabelText<HTMLInputElement>('First day')
      expect(placeholder).toContain(deploymentDay())
    },
  )

  it('offer no first day before today', async () => {
    const today = deploymentDay()
    // The panel shows the month of its day.
    await show(<Screen values={{ accessFrom: today }} />)
    const [first] = await openPanel(0)
    expect(first).toBe(String(Number(today.slice(8))))
  })

  it('offer no last day before the first one', async () => {
    await show(<Screen values={{ accessFrom: '2090-03-12', accessUntil: '2090-03-20' }} />)
    const [first] = await openPanel(1)
    expect(first).toBe('12')
  })

  it('can be disabled', async () => {
    await show(<Screen disabled />)
    expect((await screen.findByLabelText<HTMLInputElement>('First day')).disabled).toBe(true)
    const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Open calendar' })
    expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true])
  })
})
