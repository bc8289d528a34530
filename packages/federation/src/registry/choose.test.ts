import { describe, expect, it } from '@jest/globals'
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
const inRollout = { tenants: [], bucket: 9 }
const pinned = { tenants: ['t2'], bucket: 9 }
const safe = { tenants: ['t2'], bucket: 9, safe: true }

describe('releaseFor', () => {
  it.each([
    ['returns the active release', anybody, '3.0.0'],
    ['returns the release of a staged rollout to its browsers', inRollout, '4.0.0'],
    ['returns the release of a tenant', pinned, '2.0.0'],
    ['returns the oldest release of several tenants', { ...pinned, tenants: ['t2', 't1'] }, '1.0.0'],
    ['ignores a rule whose release is gone', { tenants: ['gone'], bucket: 99 }, '3.0.0'],
    ['returns the suite’s own release in safe mode', safe, '1.0.0'],
  ])('%s', (_what, audience, version) => {
    expect(releaseFor(entry, audience)).toBe(version)
  })

  it('returns nothing in safe mode if the suite has no release', () => {
    const { suite: _, ...other } = entry
    expect(releaseFor(other, safe)).toBe('')
  })
})

describe('standInsFor', () => {
  it.each([
    ['returns the previous release', '3.0.0', anybody, undefined, ['2.0.0']],
    [
      'returns the active release first for one of a rollout',
      '4.0.0',
      inRollout,
      undefined,
      ['3.0.0', '2.0.0'],
    ],
    [
      'returns the browser’s last release at the end, if it is older',
      '3.0.0',
      anybody,
      '1.0.0',
      ['2.0.0', '1.0.0'],
    ],
    ['omits a release that was rolled back', '3.0.0', anybody, '4.0.0', ['2.0.0']],
    ['omits a release that left the registry', '3.0.0', anybody, '0.1.0', ['2.0.0']],
    ['returns nothing that a tenant has not accepted', '2.0.0', pinned, '1.0.0', []],
    ['returns nothing in safe mode', '1.0.0', safe, '2.0.0', []],
  ])('%s', (_what, wanted, audience, lastGood, expected) => {
    expect(standInsFor(entry, wanted, audience, lastGood)).toEqual(expected)
  })

  it('returns nothing for a release that the server marks as pinned', () => {
    expect(standInsFor({ ...entry, held: true }, '3.0.0', anybody, undefined)).toEqual([])
  })
})
