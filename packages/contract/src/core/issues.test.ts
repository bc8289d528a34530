import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { issueMessage, labelOf } from './issues.ts'
import type { Translate } from './texts.ts'

const known = new Set<string>(['field.name', 'tenant.abbr'])
const t: Translate = (key, params) => {
  const found = [key].flat().find((each) => known.has(each)) ?? [key].flat().at(-1)
  return [found, params?.field].filter(Boolean).join(' ')
}
const [name, abbr] =
  z.safeParse(z.object({ name: requiredText(), abbr: requiredText() }), {}).error?.issues ?? []

describe('the name of a field', () => {
  it('comes from its area, or else from the shared names', () => {
    expect([name && labelOf(name, t, 'tenant'), abbr && labelOf(abbr, t, 'tenant')]).toEqual([
      'field.name',
      'tenant.abbr',
    ])
    expect(name && labelOf(name, t)).toBe('field.name')
  })

  it('appears in the message of an issue', () => {
    expect(name && issueMessage(name, t, 'Full name')).toBe('rule.required Full name')
  })
})
