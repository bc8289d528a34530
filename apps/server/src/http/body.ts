import type { FastifyInstance } from 'fastify'
import { malformed } from './validation.ts'

/** The most that a call may send, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Reads JSON bodies. An empty one stands for no fields; one that is no JSON, or that tries to reach
 * an object's prototype, is refused with 422. Any other content type is a fault (415).
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, {})
    parse(request, body, (error, value) => done(error ? malformed() : null, value))
  })
}
