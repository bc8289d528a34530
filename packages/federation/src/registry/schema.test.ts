import { describe, expect, test } from '@jest/globals'
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

test('a registry of own and foreign remotes is taken as it is', () => {
  expect(Registry.parse({ remotes: [entry, other] })).toEqual({ remotes: [entry, other] })
})

describe('is refused', () => {
  test.each([
    ['a name that is no folder', { ...entry, name: '../x' }],
    ['a manifest by script', at('javascript:alert(1).json')],
    ['a manifest relative to nothing', at('release.json')],
    ['a weaker integrity', at('/release.json', 'sha256-AAAA')],
    ['no route', { ...entry, routes: [] }],
    ['a route below another', { ...entry, routes: ['/signIn/index'] }],
    ['a version that is none', { ...entry, active: 'latest', releases: { latest: entry.releases['1.2.0'] } }],
    ['a release that counts and is not there', { ...entry, active: '1.3.0' }],
    ['a previous release that is not there', { ...entry, previous: '1.0.0' }],
    ['a release of the suite that is not there', { ...entry, suite: '1.0.0' }],
  ])('%s', (_what, wrong) => {
    expect(Registry.safeParse({ remotes: [wrong] }).success).toBe(false)
  })
})

test.each([
  ['two remotes of one name', { ...other, name: 'sign-in' }, 'two remotes have one name'],
  ['two remotes at one route', { ...other, routes: ['/signIn'] }, 'two remotes claim one route'],
])('%s are refused', (_what, second, message) => {
  expect(Registry.safeParse({ remotes: [entry, second] }).error?.issues[0]?.message).toBe(message)
})

test('a path belongs to the remote that claims its prefix, to the letter', () => {
  const registry = { remotes: [entry, other] }
  expect(remoteForPath(registry, '/signIn/index')?.name).toBe('sign-in')
  expect(remoteForPath(registry, '/signInToo')?.name).toBe('other')
  expect(remoteForPath(registry, '/signInThree')).toBeUndefined()
})

describe('a page that stays open keeps', () => {
  const before = { remotes: [entry, other] }
  const now = { ...entry, active: '1.1.9' }

  test('a remote that has left the registry, and the newer facts of the others', () => {
    expect(withKnownBefore({ remotes: [now] }, before)).toEqual({ remotes: [now, other] })
  })

  test('a prefix that its remote has given up, unless another remote has it', () => {
    const smaller = { ...other, routes: ['/other'] }
    expect(withKnownBefore({ remotes: [now, smaller] }, before)).toEqual({ remotes: [now, other] })
    const larger = { ...now, routes: ['/signIn', '/signInToo'] }
    expect(withKnownBefore({ remotes: [larger, smaller] }, before)).toEqual({ remotes: [larger, smaller] })
  })
})
