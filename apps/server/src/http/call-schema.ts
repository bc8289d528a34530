import { type Call, noData } from '@atrium/contract'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { envelopeOf } from './envelope-schema.ts'

const redirected = z.undefined().check(z.describe('Sent on to the address in `location`'))

/** By the first word of the path, so that the document is grouped as the list of calls is. */
const tagOf = (path: string) => path.split('/')[1] ?? ''

const file = z.string().check(z.meta({ format: 'binary' }))

/** A file where the call succeeds. */
const fileOrRefusal = {
  description: 'The file, or an envelope that refuses it',
  content: {
    'application/octet-stream': { schema: file },
    'application/json': { schema: envelopeOf(noData) },
  },
}

/** A refusal has an envelope, even of a call whose answer is a redirect or a file. */
function responseOf(call: Call) {
  if (call.form === 'redirect') return { 200: envelopeOf(noData), 302: redirected }
  if (call.form === 'download') return { 200: fileOrRefusal }
  return { 200: envelopeOf(call.answer) }
}

/** The call as Fastify and the OpenAPI document see it. */
export const callSchema = (call: Call): FastifySchema => ({
  summary: call.summary,
  operationId: `${call.method} ${call.path}`,
  tags: [tagOf(call.path)],
  security: call.access.kind === 'public' ? [] : [{ session: [] }],
  ...(call.method === 'GET' ? { querystring: call.request } : { body: call.request }),
  response: responseOf(call),
})
