import { type Call, codes } from '@atrium/contract'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { Rejection } from './rejection.ts'
import { ContentMismatch, ContentTooLarge, contentHashOf } from './signed-content.ts'

/** Maximum size of a call's body, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Maximum size of the body of a public call, in bytes. It is read before the caller is known, and many of them must
 * fit in memory at once.
 */
const publicBodyLimit = 64 * 1024

/** Returns the maximum size of a call's body, in bytes. */
export const bodyLimitOf = ({ access }: Call): number =>
  access.kind === 'public' ? publicBodyLimit : bodyLimit

const isOtherThanSigned = ({ state: { signer } }: FastifyRequest, body: string): boolean =>
  signer !== undefined && signer.contentHash !== contentHashOf(body)

/** Rejects a signed call without a body if the signature covers one. Bodies that were sent are checked as they are read. */
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

/**
 * Passes bodies to the handlers as streams of bytes.
 * @param limit maximum content length in bytes
 */
export function acceptByteStreams(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', ({ headers }, body, done) =>
    Number(headers['content-length'] ?? 0) > limit ? done(new ContentTooLarge()) : done(null, body),
  )
}

const isRecord = (sent: unknown): sent is object =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

/** Returns the rejection of a body that is not an object with fields. */
const malformed = () => new Rejection(codes.invalid, { key: 'refusal.malformed' })

/**
 * Validates a request by the call's schema: removes unknown fields and fills in defaults. A missing body has no
 * fields. The rejection of an invalid request (422) lists every invalid field.
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
