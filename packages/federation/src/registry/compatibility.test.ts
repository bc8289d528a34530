import { describe, expect, it } from '@jest/globals'
import { type HostDescription, incompatibilities } from './compatibility.ts'
import type { Needs } from './manifest.ts'
import type { Shape } from './shapes.ts'

const needs: Needs = {
  host: 1,
  shared: { react: '^19.3.1', '@atrium/ui-kit': '^0.2.1' },
  parts: { '@atrium/ui-kit/list': ['ListPage', 'useList'], 'zod/mini': ['object'] },
  calls: { 'POST /thing/save': { request: { name: 'string' }, answer: 'string' } },
}
const host: HostDescription = {
  api: 1,
  shared: { react: '19.3.1', '@atrium/ui-kit': '0.2.1' },
  parts: { '@atrium/ui-kit/list': ['EmptyState', 'ListPage', 'useList'], 'zod/mini': ['*'] },
  calls: { 'POST /thing/save': { request: { name: 'string' }, answer: 'string' } },
}

it('accepts a host that offers everything', () => {
  expect(incompatibilities(needs, host)).toEqual([])
})

it('returns every incompatibility', () => {
  const offered = {
    ...host,
    shared: { react: '18.3.1' },
    parts: { '@atrium/ui-kit/list': ['ListPage'] },
    calls: {},
  }
  expect(incompatibilities(needs, offered)).toEqual([
    { reason: 'version', module: 'react', names: ['^19.3.1'] },
    { reason: 'version', module: '@atrium/ui-kit', names: ['^0.2.1'] },
    { reason: 'names', module: '@atrium/ui-kit/list', names: ['useList'] },
    { reason: 'module', module: 'zod/mini', names: [] },
    { reason: 'calls', module: '', names: ['POST /thing/save'] },
  ])
})

it('returns only the API version when it differs', () => {
  expect(incompatibilities({ ...needs, host: 2 }, { ...host, parts: {} })).toEqual([
    { reason: 'api', module: '', names: ['2'] },
  ])
})

it('ignores calls when the host lists none', () => {
  const { calls: _calls, ...silent } = host
  expect(incompatibilities(needs, silent)).toEqual([])
})

it.each([
  ['^19.3.1', '19.10.0', true],
  ['^19.3.1', '19.3.0', false],
  ['^19.3.1', '20.0.0', false],
  ['^0.2.1', '0.3.0', false],
  ['^19.3.1', '19.4.0-rc.1', true],
])('compares the range %s with the version %s: %s', (range, version, fits) => {
  const found = incompatibilities(
    { ...needs, shared: { react: range } },
    { ...host, shared: { react: version } },
  )
  expect(found.length === 0).toBe(fits)
})

describe('incompatibilities of a call', () => {
  /** Returns the field in which the call that a release was built for differs from the server's call. */
  const differing = (part: 'request' | 'answer', built: Shape, served: Shape): string | undefined => {
    const call = { request: {}, answer: 'null' }
    const [reason] = incompatibilities(
      { ...needs, calls: { c: { ...call, [part]: built } } },
      { ...host, calls: { c: { ...call, [part]: served } } },
    )
    return reason?.reason === 'calls' ? reason.names.join().replace(/^c /, '') : undefined
  }

  it.each<[string, Shape, Shape]>([
    ['a new optional field', { a: 'string' }, { a: 'string', 'b?': 'string' }],
    ['a field that became optional', { a: 'string' }, { 'a?': 'string' }],
    ['a field that accepts more types', { a: 'string' }, { a: 'number|string' }],
    ['a new enum value', { a: '"x"|"y"' }, { a: '"x"|"y"|"z"' }],
    ['any string instead of an enum', { a: '"x"' }, { a: 'string' }],
    ['any value of the type', { a: 'true|1|"x\\u007cy"' }, { a: 'boolean|number|string' }],
    ['any value', { a: { b: 'number' } }, { a: 'any' }],
    ['any field names', { a: 'string', b: 'string' }, { '*': 'any', a: 'string' }],
  ])('accept a request with %s', (_change, built, served) => {
    expect(differing('request', built, served)).toBeUndefined()
  })

  it.each<[string, Shape, Shape, string]>([
    ['a new required field', { a: 'string' }, { a: 'string', b: 'string' }, 'request b'],
    ['a field that became required', { 'a?': 'string' }, { a: 'string' }, 'request a'],
    ['a removed field', { a: 'string', b: 'string' }, { a: 'string' }, 'request b'],
    ['a removed enum value', { a: '"x"|"y"' }, { a: '"x"' }, 'request a'],
    ['another type', { a: { b: ['number'] } }, { a: { b: ['string'] } }, 'request a.b'],
    ['a list instead of one value', { a: 'string' }, { a: ['string'] }, 'request a'],
  ])('reject a request with %s', (_change, built, served, field) => {
    expect(differing('request', built, served)).toBe(field)
  })

  it.each<[string, Shape, Shape]>([
    ['a new field', { list: [{ a: 'string' }] }, { list: [{ a: 'string', b: 'string' }] }],
    ['a field that became required', { 'a?': 'string' }, { a: 'string' }],
    ['a removed enum value', { a: '"x"|"y"' }, { a: '"x"' }],
    ['one of several shapes', { '|': [{ a: 'string' }, { b: 'string' }] }, { b: 'string' }],
  ])('accept a response with %s', (_change, built, served) => {
    expect(differing('answer', built, served)).toBeUndefined()
  })

  it.each<[string, Shape, Shape, string]>([
    [
      'a removed field',
      { list: [{ a: 'string', b: 'string' }] },
      { list: [{ a: 'string' }] },
      'answer list.b',
    ],
    ['a field that became optional', { a: 'string' }, { 'a?': 'string' }, 'answer a'],
    ['null instead of a value', { a: 'string' }, { a: 'null|string' }, 'answer a'],
    ['a new enum value', { a: '"x"' }, { a: '"x"|"y"' }, 'answer a'],
    ['an unexpected shape', { '|': [{ a: 'string' }, 'null'] }, { b: 'string' }, 'answer a'],
    ['another depth of recursion', { list: ['^2'] }, { list: ['^3'] }, 'answer list'],
  ])('reject a response with %s', (_change, built, served, field) => {
    expect(differing('answer', built, served)).toBe(field)
  })
})
