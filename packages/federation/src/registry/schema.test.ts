import { describe, expect, it } from '@jest/globals'
import { remoteForPath, withKnownBefore } from './remotes.ts'
import { Registry } from './schema.ts'

const integrity = `sha384-${'a'.repeat(64)}`
const entry = {
  name: 'sign-in',
  routes: ['/signIn'],
  active: '1.2.0',
  previous: '1.1.9',
  releases: {
    '1.2.0': { manifest: '/remotes/sign-in/1.2.0/release.json', integrity },
    '1.1.9': { manifest: '/remotes/sign-in/1.1.9/release.json', integrity },
  },
}
const other = {
  name: 'other',
  routes: ['/other', '/signInToo'],
  active: '0.1.0-b0a1',
  releases: { '0.1.0-b0a1': { manifest: 'https://cdn.example/other/release.json', integrity } },
}
const at = (manifest: string, hash = integrity) => ({
  ...other,
  releases: { [other.active]: { manifest, integrity: hash } },
})

it("accepts a registry with remotes on the suite's own server and on others", () => {
  expect(Registry.parse({ remotes: [entry, other] })).toEqual({ remotes: [entry, other] })
})

describe('the schema of the registry', () => {
  it.each([
    ['a name that is not a folder name', { ...entry, name: '../x' }],
    ['a script as manifest address', at('javascript:alert(1).json')],
    ['a relative manifest address', at('release.json')],
    ['a weaker hash', at('/release.json', 'sha256-AAAA')],
    ['no route', { ...entry, routes: [] }],
    ['a route below another', { ...entry, routes: ['/signIn/index'] }],
    ['a word as version', { ...entry, active: 'latest', releases: { latest: entry.releases['1.2.0'] } }],
    ['a missing active release', { ...entry, active: '1.3.0' }],
    ['a missing previous release', { ...entry, previous: '1.0.0' }],
    ['a missing release of the suite', { ...entry, suite: '1.0.0' }],
  ])('rejects %s', (_what, wrong) => {
    expect(Registry.safeParse({ remotes: [wrong] }).success).toBe(false)
  })
})

it.each([
  ['two remotes of one name', { ...other, name: 'sign-in' }, 'two remotes have the same name'],
  ['two remotes at one route', { ...other, routes: ['/signIn'] }, 'two remotes claim the same route'],
])('rejects %s', (_what, second, message) => {
  expect(Registry.safeParse({ remotes: [entry, second] }).error?.issues[0]?.message).toBe(message)
})

it('finds the remote whose prefix matches a path', () => {
  const registry = { remotes: [entry, other] }
  expect(remoteForPath(registry, '/signIn/index')?.name).toBe('sign-in')
  expect(remoteForPath(registry, '/signInToo')?.name).toBe('other')
  expect(remoteForPath(registry, '/signInThree')).toBeUndefined()
})

describe('withKnownBefore', () => {
  const before = { remotes: [entry, other] }
  const now = { ...entry, active: '1.1.9' }

  it('keeps a remote that left the registry, and updates the others', () => {
    expect(withKnownBefore({ remotes: [now] }, before)).toEqual({ remotes: [now, other] })
  })

  it('keeps a removed prefix unless another remote has claimed it', () => {
    const smaller = { ...other, routes: ['/other'] }
    expect(withKnownBefore({ remotes: [now, smaller] }, before)).toEqual({ remotes: [now, other] })
    const larger = { ...now, routes: ['/signIn', '/signInToo'] }
    expect(withKnownBefore({ remotes: [larger, smaller] }, before)).toEqual({ remotes: [larger, smaller] })
  })
})
