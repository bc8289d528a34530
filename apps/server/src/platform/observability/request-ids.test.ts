import { describe, expect, it } from '@jest/globals'
import { requestIdBy, traceIdOf } from './request-ids.ts'

const isTrusted = (address: string) => address === '192.0.2.1'
const idOf = (sent?: string | string[]) =>
  requestIdBy(isTrusted)({
    headers: { 'x-request-id': sent as string },
    socket: { remoteAddress: '192.0.2.1' },
  })
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the id of a request', () => {
  it('is the one that a trusted proxy sent', () => {
    expect(idOf('4bf92f35-77b3')).toBe('4bf92f35-77b3')
    expect(idOf('Root=1-67891233-abcdef012345678912345678')).toBe('Root=1-67891233-abcdef012345678912345678')
    expect(idOf('x'.repeat(128))).toHaveLength(128)
  })

  it.each([undefined, '', 'x'.repeat(129), 'a b', 'a\tb', '<b>', '请求', '"', ['a', 'b']])(
    'is a new one if the proxy sent %j',
    (sent) => {
      expect(idOf(sent)).toMatch(uuid)
    },
  )

  it.each(['198.51.100.7', '::1', '', undefined])('is a new one if untrusted %j sent one', (address) => {
    const request = { headers: { 'x-request-id': 'chosen' }, socket: { remoteAddress: address } }
    expect(requestIdBy(isTrusted)(request)).toMatch(uuid)
  })
})

describe('the trace of a request', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

  it.each([
    `00-${trace}-00f067aa0ba902b7-01`,
    `00-${trace}-00f067aa0ba902b7-00`,
    `01-${trace}-00f067aa0ba902b7-01-more`,
  ])('is read from %s', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBe(trace)
  })

  it.each([
    '',
    trace,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}-00f067aa0ba902b7`,
  ])('is not read from %j', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBeUndefined()
  })
})
