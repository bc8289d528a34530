import { expect, test } from '@jest/globals'
import { remoteForPath } from './remotes.ts'
import { Registry } from './schema.ts'

const entry = { name: 'sign-in', manifest: '/remotes/sign-in/mf-manifest.json', routes: ['/signIn'] }
const other = {
  name: 'other',
  manifest: 'https://cdn.example/mf-manifest.json',
  routes: ['/other', '/signInToo'],
}

test('a registry of own and foreign remotes is taken as it is', () => {
  expect(Registry.parse({ remotes: [entry, other] })).toEqual({ remotes: [entry, other] })
})

test.each([
  ['a name that is no folder', { ...entry, name: '../x' }],
  ['a manifest by script', { ...entry, manifest: 'javascript:alert(1).json' }],
  ['a manifest relative to nothing', { ...entry, manifest: 'mf-manifest.json' }],
  ['no route', { ...entry, routes: [] }],
  ['a route below another', { ...entry, routes: ['/signIn/index'] }],
])('%s is refused', (_what, wrong) => {
  expect(Registry.safeParse({ remotes: [wrong] }).success).toBe(false)
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
