import { expect, test } from '@jest/globals'
import type { CallRecord } from './load.ts'
import { kindsOf, roundsOf } from './rounds.ts'

const call = (failure?: string, hasRetryAfter?: boolean): CallRecord => ({
  kind: 'read',
  key: '',
  begun: 0,
  ended: 0,
  failure,
  hasRetryAfter,
})

test('failures after a kill count towards it until the next kill, and for the last one until the load ends', () => {
  const strike = (what: string, from: number) => ({ what, outage: 1, from })
  const made = [call(), call('502'), call('500'), call(), call('504')]
  const rounds = roundsOf([strike('one', 1), strike('other', 3)], made)
  expect(rounds.map(({ what, failed }) => [what, kindsOf(failed)])).toEqual([
    ['one', '1 × 502, 1 × 500'],
    ['other', '1 × 504'],
  ])
})

test('a server’s 503 with Retry-After is distinguished from any other 503', () => {
  const ofServer = '503 503 服务暂不可用，请稍后再试'
  const ofHaproxy = '503 <html><body><h1>503 Service Unavailable</h1>'
  const failed = [call(ofServer, true), call(ofServer, false), call(ofHaproxy, false), call(ofHaproxy, true)]
  expect(kindsOf(failed)).toBe('1 × 503, 3 × 503 from haproxy')
})
