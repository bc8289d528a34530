import { Form } from '@arco-design/web-react'
import { limitsOf, regionSave, regionTexts, tenantSave, tenantTexts, userSave } from '@atrium/contract'
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { fieldOf } from './Field.tsx'
import { Input } from './Input.tsx'
import { SchemaForm } from './SchemaForm.tsx'

const TenantField = fieldOf(tenantSave)
const RegionField = fieldOf(regionSave)

function TenantForm() {
  const [form] = Form.useForm()
  return (
    <SchemaForm id="tenant" area="tenant" schema={tenantSave.request} form={form} onSubmit={() => undefined}>
      <TenantField name="abbr">
        <Input />
      </TenantField>
      <TenantField name="email">
        <Input />
      </TenantField>
      <TenantField name="address">
        <Input.TextArea />
      </TenantField>
      <button type="submit">send</button>
    </SchemaForm>
  )
}

function RegionForm() {
  const [form] = Form.useForm()
  return (
    <SchemaForm id="region" area="region" schema={regionSave.request} form={form} onSubmit={() => undefined}>
      <RegionField name="sort">
        <Input />
      </RegionField>
    </SchemaForm>
  )
}

beforeAll(() => loadTexts(tenantTexts, regionTexts))
afterEach(cleanup)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('limitsOf', () => {
  it('returns the maximum length and the phone keyboard', () => {
    expect(limitsOf(tenantSave.request)).toMatchObject({
      tenantName: { maxLength: 100 },
      contact: { maxLength: 50 },
      tel: { maxLength: 20, inputMode: 'numeric' },
      email: { maxLength: 254, inputMode: 'email' },
    })
    expect(limitsOf(userSave.request)).toMatchObject({ phone: { maxLength: 21, inputMode: 'tel' } })
    expect(limitsOf(regionSave.request).sort).toEqual({ inputMode: 'numeric' })
  })
})

describe('an input in a field', () => {
  it('keeps a long paste unchanged and shows its error at once', async () => {
    await show(<TenantForm />)
    const long = 'x'.repeat(51)
    await user.click(field('Abbreviation'))
    await user.paste(long)
    expect(field('Abbreviation').value).toBe(long)
    expect(await screen.findByText('Abbreviation can have at most 50 characters')).toBeTruthy()
    expect(field('E-mail').inputMode).toBe('email')
  })

  it.each([
    ['1.5', /positive whole number/],
    ['1e5', /positive whole number/],
    ['1000000000', /999,?999,?999/],
  ])('keeps %s as typed and shows why it is invalid', async (typed, sentence) => {
    await show(<RegionForm />)
    await user.type(field('Order'), typed)
    await user.tab()
    expect(field('Order').value).toBe(typed)
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('shows no error when the user leaves it empty without typing', async () => {
    await show(<TenantForm />)
    await user.click(field('Abbreviation'))
    await user.click(field('E-mail'))
    await user.type(field('E-mail'), 'nobody')
    await user.tab()
    // The error at the second field proves that the first field's error was not just late.
    expect(await screen.findByText('E-mail is incorrect')).toBeTruthy()
    expect(screen.queryByText('Please enter Abbreviation!')).toBeNull()
  })

  it('shows an error when its content was deleted, or when it is submitted empty', async () => {
    await show(<TenantForm />)
    await user.type(field('Abbreviation'), 'OK')
    await user.clear(field('Abbreviation'))
    await user.tab()
    expect(await screen.findByText('Please enter Abbreviation!')).toBeTruthy()
    cleanup()
    await show(<TenantForm />)
    await user.click(screen.getByText('send'))
    expect(await screen.findByText('Please enter Abbreviation!')).toBeTruthy()
  })

  it('accepts the digits of a Chinese input method', async () => {
    await show(<RegionForm />)
    await user.click(field('Order'))
    await user.paste('１２')
    expect(field('Order').value).toBe('12')
  })
})

it('focuses the first invalid field after a failed submit', async () => {
  await show(<TenantForm />)
  await user.type(field('Abbreviation'), 'OK')
  await user.type(field('E-mail'), 'nobody')
  await user.click(screen.getByText('send'))
  await waitFor(() => expect(document.activeElement).toBe(field('E-mail')))
})
