import { describe, expect, test } from '@jest/globals'
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

test('a host that has it all is no reason against it', () => {
  expect(incompatibilities(needs, host)).toEqual([])
})

test('each reason is named', () => {
  const offered = {
    ...host,
    shared: { react: '18.3.1' },
    parts: { '@atrium/ui-kit/list': ['ListPage'] },
    calls: {},
  }
  expect(incompatibilities(needs, offered)).toEqual([
    { reason: 'version', module: 'react', needs: '^19.3.1', offers: '18.3.1' },
    { reason: 'version', module: '@atrium/ui-kit', needs: '^0.2.1', offers: '' },
    { reason: 'names', module: '@atrium/ui-kit/list', names: ['useList'] },
    { reason: 'module', module: 'zod/mini' },
    { reason: 'calls', call: 'POST /thing/save', part: '', field: '' },
  ])
})

test('another agreement between host and remotes is the only reason', () => {
  expect(incompatibilities({ ...needs, host: 2 }, { ...host, parts: {} })).toEqual([
    { reason: 'api', needs: 2, offers: 1 },
  ])
})

test('a host that does not know its server’s calls says nothing of them', () => {
  const { calls: _calls, ...silent } = host
  expect(incompatibilities(needs, silent)).toEqual([])
})

test.each([
  ['^19.3.1', '19.10.0', true],
  ['^19.3.1', '19.3.0', false],
  ['^19.3.1', '20.0.0', false],
  ['^0.2.1', '0.3.0', false],
  ['^19.3.1', '19.4.0-rc.1', true],
])('%s and %s: %s', (range, version, fits) => {
  const found = incompatibilities(
    { ...needs, shared: { react: range } },
    { ...host, shared: { react: version } },
  )
  expect(found.length === 0).toBe(fits)
})

describe('a call', () => {
  /** The field in which a release, built for one form of a call, and a server, which has another, differ. */
  const differing = (part: 'request' | 'answer', built: Shape, served: Shape): string | undefined => {
    const call = { request: {}, answer: 'null' }
    const [reason] = incompatibilities(
      { ...needs, calls: { c: { ...call, [part]: built } } },
      { ...host, calls: { c: { ...call, [part]: served } } },
    )
    return reason?.reason === 'calls' ? `${reason.part} ${reason.field}`.trim() : undefined
  }

  test.each<[string, Shape, Shape]>([
    ['a further field that need not come', { a: 'string' }, { a: 'string', 'b?': 'string' }],
    ['a field that need no longer come', { a: 'string' }, { 'a?': 'string' }],
    ['a field that takes more', { a: 'string' }, { a: 'number|string' }],
    ['a further value to choose from', { a: '"x"|"y"' }, { a: '"x"|"y"|"z"' }],
    ['any text in place of some', { a: '"x"' }, { a: 'string' }],
    ['any value of its kind', { a: 'true|1|"x\\u007cy"' }, { a: 'boolean|number|string' }],
    ['anything', { a: { b: 'number' } }, { a: 'any' }],
    ['any names', { a: 'string', b: 'string' }, { '*': 'any', a: 'string' }],
  ])('still takes what it is sent, with %s', (_change, built, served) => {
    expect(differing('request', built, served)).toBeUndefined()
  })

  test.each<[string, Shape, Shape, string]>([
    ['a further field that must come', { a: 'string' }, { a: 'string', b: 'string' }, 'request b'],
    ['a field that may not come and now must', { 'a?': 'string' }, { a: 'string' }, 'request a'],
    ['a field that it no longer knows', { a: 'string', b: 'string' }, { a: 'string' }, 'request b'],
    ['a value that can no longer be chosen', { a: '"x"|"y"' }, { a: '"x"' }, 'request a'],
    ['another kind of value', { a: { b: ['number'] } }, { a: { b: ['string'] } }, 'request a.b'],
    ['a list in place of one', { a: 'string' }, { a: ['string'] }, 'request a'],
  ])('no longer takes what it is sent, with %s', (_change, built, served, field) => {
    expect(differing('request', built, served)).toBe(field)
  })

  test.each<[string, Shape, Shape]>([
    ['a further field', { list: [{ a: 'string' }] }, { list: [{ a: 'string', b: 'string' }] }],
    ['a field that always comes', { 'a?': 'string' }, { a: 'string' }],
    ['fewer values', { a: '"x"|"y"' }, { a: '"x"' }],
    ['one of several forms', { '|': [{ a: 'string' }, { b: 'string' }] }, { b: 'string' }],
  ])('still answers what was expected, with %s', (_change, built, served) => {
    expect(differing('answer', built, served)).toBeUndefined()
  })

  test.each<[string, Shape, Shape, string]>([
    [
      'a field that is gone',
      { list: [{ a: 'string', b: 'string' }] },
      { list: [{ a: 'string' }] },
      'answer list.b',
    ],
    ['a field that may not come', { a: 'string' }, { 'a?': 'string' }, 'answer a'],
    ['nothing in place of a value', { a: 'string' }, { a: 'null|string' }, 'answer a'],
    ['a further value', { a: '"x"' }, { a: '"x"|"y"' }, 'answer a'],
    ['a form that nobody expects', { '|': [{ a: 'string' }, 'null'] }, { b: 'string' }, 'answer a'],
    ['another depth of what holds itself', { list: ['^2'] }, { list: ['^3'] }, 'answer list'],
  ])('no longer answers what was expected, with %s', (_change, built, served, field) => {
    expect(differing('answer', built, served)).toBe(field)
  })
})
