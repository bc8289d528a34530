import type { Call } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import { malformed } from './validation.ts'

/** The most that a call may send, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * The most that a call may send which anybody may make: its body is read before it is known who calls, and however
 * many do so at once are to find room in memory.
 */
const publicBodyLimit = 64 * 1024

/** The most that one call may send, in bytes. */
export const bodyLimitOf = ({ access }: Call): number =>
  access.kind === 'public' ? publicBodyLimit : bodyLimit

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
