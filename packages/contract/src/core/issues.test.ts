import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { fieldKey, issueMessage } from './issues.ts'

const t = (key: string, params: Record<string, unknown>) => [key, params.field].filter(Boolean).join(' ')
const issue = z.safeParse(z.object({ name: requiredText() }), {}).error?.issues[0]
const labels = { name: 'fullName' }

describe('the name of a field', () => {
  it('is that of its wire name', () => {
    expect(fieldKey('name')).toBe('field.name')
    expect(issue && issueMessage(issue, t)).toBe('rule.required field.name')
  })

  it('is another where the call says so', () => {
    expect([fieldKey('name', labels), fieldKey('phone', labels)]).toEqual(['field.fullName', 'field.phone'])
    expect(issue && issueMessage(issue, t, labels)).toBe('rule.required field.fullName')
  })
})
