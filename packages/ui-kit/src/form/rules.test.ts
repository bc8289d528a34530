import { dictionarySave, PasswordChangeForm, type Translate, tenantSave } from '@atrium/contract'
import en from '@atrium/contract/texts/en.json' with { type: 'json' }
import { describe, expect, it } from '@jest/globals'
import { type FormSchema, isRequired, rulesFor } from './rules.ts'

/** Looks up the contract's English texts without the translation library. */
const t: Translate = (key, params) => {
  const text = String(key)
    .split('.')
    .reduce<unknown>((texts, part) => Reflect.get(Object(texts), part), en)
  return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params?.[name]))
}

const labels: Record<string, string> = { tenantName: 'Tenant name', tel: 'Phone', sort: 'Sort' }

/** Returns the message of a field's rules for a value within a form. */
function said(schema: FormSchema, form: object, field: string, value: unknown): unknown {
  let complaint: unknown
  for (const { validator } of rulesFor(schema, () => form, t)(field, labels[field] ?? '')) {
    validator?.(value, (message) => {
      complaint = message
    })
  }
  return complaint
}

describe('rules of a form', () => {
  it('use the contract’s sentence and name the field', () => {
    expect(said(tenantSave.request, {}, 'tenantName', '  ')).toBe('Please enter Tenant name!')
    expect(said(tenantSave.request, {}, 'tel', '12a')).toBe('Phone may contain digits only')
    expect(said(tenantSave.request, {}, 'tenantName', 'x'.repeat(101))).toBe(
      'Tenant name can have at most 100 characters',
    )
  })

  it('return no message for a valid value, whatever else is missing', () => {
    expect(said(tenantSave.request, {}, 'tenantName', 'Aurora')).toBeUndefined()
    expect(said(tenantSave.request, {}, 'email', '')).toBeUndefined()
  })

  it.each(['0', '01', '-1', '1.5', 'a'])('reject %s as a sort', (sort) => {
    expect(said(dictionarySave.request, {}, 'sort', sort)).toMatch(/positive whole number/)
  })

  it('compare fields with each other', () => {
    const form = { password: 'Old12345', newPassword: 'New12345', rePassword: 'New12345' }
    expect(said(PasswordChangeForm, form, 'rePassword', 'New12346')).toBe('The two passwords differ')
    expect(said(PasswordChangeForm, form, 'rePassword', 'New12345')).toBeUndefined()
  })
})

describe('isRequired', () => {
  it.each(['tenantName', 'abbr', 'categoryId'])('marks %s', (field) => {
    expect(isRequired(tenantSave.request, field)).toBe(true)
  })
  it.each(['tel', 'email', 'countryId', 'address'])('does not mark %s', (field) => {
    expect(isRequired(tenantSave.request, field)).toBe(false)
  })
})
