import { describe, expect, test } from '@jest/globals'
import { releaseFor, standInsFor } from './choose.ts'
import type { RegistryEntry } from './schema.ts'

const address = { manifest: '/remotes/a/release.json', integrity: '' }
const entry: RegistryEntry = {
  name: 'a',
  routes: ['/a'],
  active: '3.0.0',
  previous: '2.0.0',
  suite: '1.0.0',
  rules: [
    { version: '4.0.0', percentage: 10 },
    { version: '2.0.0', tenants: ['t2'] },
    { version: '1.0.0', tenants: ['t1'] },
    { version: '9.0.0', tenants: ['gone'], percentage: 100 },
  ],
  releases: { '1.0.0': address, '2.0.0': address, '3.0.0': address, '4.0.0': address },
}
const anybody = { tenants: [], bucket: 50 }
const fewFirst = { tenants: [], bucket: 9 }
const held = { tenants: ['t2'], bucket: 9 }
const safe = { tenants: ['t2'], bucket: 9, safe: true }

describe('the release that counts', () => {
  test.each([
    ['for anybody is the active one', anybody, '3.0.0'],
    ['for a share of browsers is its own', fewFirst, '4.0.0'],
    ['for a tenant is its own', held, '2.0.0'],
    ['for several tenants is that which was released first', { ...held, tenants: ['t2', 't1'] }, '1.0.0'],
    ['is none that is not there', { tenants: ['gone'], bucket: 99 }, '3.0.0'],
    ['in safe mode is that of the suite', safe, '1.0.0'],
  ])('%s', (_what, audience, version) => {
    expect(releaseFor(entry, audience)).toBe(version)
  })

  test('in safe mode is none where the suite has none', () => {
    const { suite: _, ...other } = entry
    expect(releaseFor(other, safe)).toBe('')
  })
})

describe('what stands in', () => {
  test.each([
    ['is the one before', '3.0.0', anybody, undefined, ['2.0.0']],
    ['for a share’s is the active one first', '4.0.0', fewFirst, undefined, ['3.0.0', '2.0.0']],
    ['is at last what the browser ran, if that is older', '3.0.0', anybody, '1.0.0', ['2.0.0', '1.0.0']],
    ['is nothing that was rolled back', '3.0.0', anybody, '4.0.0', ['2.0.0']],
    ['is nothing that the registry has no more', '3.0.0', anybody, '0.1.0', ['2.0.0']],
    ['is nothing that a tenant has not accepted', '2.0.0', held, '1.0.0', []],
    ['is nothing in safe mode', '1.0.0', safe, '2.0.0', []],
  ])('%s', (_what, wanted, audience, lastGood, expected) => {
    expect(standInsFor(entry, wanted, audience, lastGood)).toEqual(expected)
  })

  test('is nothing for the release that the server says the user’s tenants stay on', () => {
    expect(standInsFor({ ...entry, held: true }, '3.0.0', anybody, undefined)).toEqual([])
  })
})
