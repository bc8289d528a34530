import { allCalls } from '@atrium/contract'
import { expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { incompatibilities } from '../registry/compatibility.ts'
import { shapesOf } from './call-shapes.ts'

const call = { method: 'POST', summary: '', access: { kind: 'public' }, effect: 'read' } as const

it('describes the request and the response of a call', () => {
  const Branch = z.object({
    id: z.string(),
    get list() {
      return z.array(Branch)
    },
  })
  const request = z.object({
    name: z.string().check(z.maxLength(3)),
    count: z._default(z.int(), 1),
    order: z.optional(z.enum(['asc', 'a|b'])),
    texts: z.record(z.string(), z.string()),
  })
  const response = z.object({
    found: z.nullable(z.array(Branch)),
    all: z.union([z.literal(true), z.number()]),
  })
  expect(shapesOf([{ ...call, path: '/find', request, response }])).toEqual({
    'POST /find': {
      request: {
        name: 'string',
        'count?': 'number',
        'order?': '"asc"|"a\\u007cb"',
        texts: { '*': 'string' },
      },
      answer: { found: { '|': [[{ id: 'string', list: ['^2'] }], 'null'] }, all: 'true|number' },
    },
  })
})

it('finds every call of the API compatible with itself', () => {
  const calls = shapesOf(allCalls)
  expect(Object.keys(calls).length).toBe(allCalls.length)
  const described = { api: 1, host: 1, shared: {}, parts: {}, calls }
  expect(incompatibilities(described, described)).toEqual([])
})
