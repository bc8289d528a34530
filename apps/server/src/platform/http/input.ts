import { type Call, codes } from '@atrium/contract'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { Rejection } from './rejection.ts'
import { ContentMismatch, ContentTooLarge, contentHashOf } from './signed-content.ts'

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

const isOtherThanSigned = ({ state: { signer } }: FastifyRequest, body: string): boolean =>
  signer !== undefined && signer.contentHash !== contentHashOf(body)

/** Rejects a signed call that has no body although one was signed; those that have one are checked as they are read. */
export async function checkMissingBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined && isOtherThanSigned(request, '')) throw new ContentMismatch()
}

/**
 * Parses JSON bodies. An empty body means no fields. A body that is not JSON, or that tries to reach an object's
 * prototype, is rejected with 422. Any other content type is a fault (415).
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isOtherThanSigned(request, body)) return done(new ContentMismatch())
    if (body.trim() === '') return done(null, {})
    parse(request, body, (error, value) => done(error ? malformed() : null, value))
  })
}

/** Leaves bodies to the handlers, as streams of bytes. @param limit the most bytes that a body may say to have */
export function takeBytes(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', ({ headers }, body, done) =>
    Number(headers['content-length'] ?? 0) > limit ? done(new ContentTooLarge()) : done(null, body),
  )
}

const isRecord = (sent: unknown): sent is object =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

/** The rejection of a body that holds no fields at all. */
const malformed = () => new Rejection(codes.invalid, { key: 'refusal.malformed' })

/**
 * Turns what was sent into what the call's schema makes of it: known fields only, defaults filled in;
 * nothing counts as no fields. What is wrong is rejected with 422, every field of it.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (sent: unknown) => {
    const fields = sent ?? {}
    if (!isRecord(fields)) return { error: malformed() }
    const result = z.safeParse(schema, fields)
    if (result.success) return { value: result.data }
    return { error: new Rejection(codes.invalid, { issues: result.error.issues }) }
  }
