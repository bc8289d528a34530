import { codes } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { translator } from './translator.ts'

describe('texts', () => {
  it('has a text for every code and fault, in both languages', () => {
    const keys = [
      ...Object.values(codes).map((code) => `code.${code}` as const),
      ...([404, 413, 415, 429, 500, 503] as const).map((status) => `transport.${status}` as const),
    ]
    for (const language of ['zh', 'en'] as const)
      for (const key of keys) expect(translator(language)(key)).not.toBe(key)
  })

  it('applies the plural rules of each language and inserts values unchanged', () => {
    const en = translator('en')
    expect(en('tenant.use.tenants', { count: 1 })).toBe('1 tenant')
    expect(en('tenant.use.tenants', { count: 5012 })).toBe('5,012 tenants')
    expect(translator('zh')('tenant.use.tenants', { count: 5012 })).toBe('5,012 个租户')
    expect(en('refusal.inUse', { uses: '<b> {{count}} $t(code.200)' })).toContain(
      '<b> {{count}} $t(code.200)',
    )
  })
})
