import { blinding } from '@atrium/contract'
import { expect, it } from '@jest/globals'
import { type Reviewed, unusualIn } from './unusual.ts'

const now = Date.parse('2026-11-27T00:00:00Z')
const row = (more: Partial<Reviewed> = {}): Reviewed => ({
  ...{ kind: 'study', userId: 'u0', studyId: 's1', siteId: '', softwareId: 'edc', roles: ['CRA'] },
  ...{ isBlind: null, state: 'current', lastSignIn: '2026-11-26T00:00:00Z', ...more },
})
/** Returns the signs of the first row. */
const signsOf = (first: Reviewed, others: readonly Reviewed[] = [], conflict = false) =>
  unusualIn([first, ...others], now, () => conflict)(first)

it('finds nothing unusual about ordinary access', () => {
  expect(signsOf(row())).toEqual([])
})

it('shows people who never sign in, or not for 90 days', () => {
  expect(signsOf(row({ lastSignIn: '' }))).toEqual(['neverSignedIn'])
  expect(signsOf(row({ lastSignIn: '2026-08-29T00:00:00Z' }))).toEqual([])
  expect(signsOf(row({ lastSignIn: '2026-08-28T00:00:00Z' }))).toEqual(['dormant'])
})

it('shows closed accounts, unblinded roles and conflicts of duties', () => {
  expect(signsOf(row({ state: 'locked' }))).toEqual(['closed'])
  expect(signsOf(row({ isBlind: blinding.unblinded }), [], true)).toEqual(['unblinded', 'conflict'])
})

it('shows roles that at most two of ten people have, within one product of a study', () => {
  const crowd = Array.from({ length: 9 }, (_, index) => row({ userId: `u${index + 1}` }))
  expect(signsOf(row({ roles: ['PI'] }), crowd)).toEqual(['fewHolders'])
  expect(signsOf(row({ roles: ['PI'] }), crowd.slice(1))).toEqual([])
  expect(signsOf(row({ roles: ['PI'], studyId: 's2' }), crowd)).toEqual([])
})

it('shows people with three sites', () => {
  const sites = ['b', 'c'].map((siteId) => row({ siteId }))
  expect(signsOf(row({ siteId: 'a' }), sites)).toEqual(['manySites'])
  expect(signsOf(row({ siteId: 'a' }), sites.slice(1))).toEqual([])
})
