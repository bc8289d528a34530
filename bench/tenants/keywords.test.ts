import { expect, test } from '@jest/globals'
import { randomFrom } from '../lib/random.ts'
import { generateTenants } from './generate.ts'
import { drawKeywords } from './keywords.ts'

const tenants = generateTenants(3000)

test('a keyword matches as many tenants as stated, within the required share', () => {
  const wanted = { script: 'Chinese', length: 2, share: [0, 0.01], count: 40 } as const
  const keywords = drawKeywords(tenants, wanted, randomFrom(1))
  expect(keywords).toHaveLength(40)
  for (const { text, matches } of keywords) {
    expect([...text]).toHaveLength(2)
    expect(matches).toBeLessThanOrEqual(30)
    const found = tenants.filter((tenant) =>
      [tenant.name, tenant.abbr, tenant.code, tenant.contact].some((field) =>
        field.toLowerCase().includes(text),
      ),
    )
    expect(found).toHaveLength(matches)
  }
})

test('broad keywords are drawn too, and fewer if there are no more', () => {
  const wanted = { script: 'Latin', length: 6, share: [0.05, 0.5], count: 500 } as const
  const keywords = drawKeywords(tenants, wanted, randomFrom(1))
  expect(keywords.length).toBeGreaterThan(0)
  expect(keywords.length).toBeLessThan(500)
  for (const { matches } of keywords) expect(matches).toBeGreaterThanOrEqual(150)
})
