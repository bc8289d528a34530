import { describe, expect, it } from '@jest/globals'
import { Schema } from './formRules.ts'

type Rules = ConstructorParameters<typeof Schema>[0]
const complaints = (rules: Rules, values: Readonly<Record<string, unknown>>) =>
  new Promise((resolve) => new Schema(rules).validate(values, resolve))

const wanted = {
  validator: (value: unknown, complain: (message?: string) => void) =>
    complain(value === undefined ? 'wanted' : undefined),
}

describe('the rules of a form', () => {
  it('find nothing wrong with what they accept', async () => {
    expect(await complaints({ name: [wanted] }, { name: 'study' })).toBeNull()
  })

  it('say what is wrong; what is left empty is not there', async () => {
    const wrong = { name: { value: undefined, message: 'wanted' } }
    expect(await complaints({ name: [wanted] }, { name: '' })).toEqual(wrong)
  })

  it('say the first thing about each field', async () => {
    const never = { validator: (_: unknown, complain: (message?: string) => void) => complain('never') }
    expect(await complaints({ name: [wanted, never] }, {})).toMatchObject({ name: { message: 'wanted' } })
  })

  it('wait for one that takes its time', async () => {
    const later = {
      validator: async (_: unknown, complain: (message?: string) => void) => {
        await Promise.resolve()
        complain('late')
      },
    }
    expect(await complaints({ name: [later] }, {})).toMatchObject({ name: { message: 'late' } })
  })

  it('are functions', async () => {
    await expect(new Schema({ name: [{}] }).validate({}, () => undefined)).rejects.toThrow('name')
  })
})
