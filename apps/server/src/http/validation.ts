import { codes } from '@atrium/contract'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

const isRecord = (sent: unknown): sent is object =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

/** The refusal of a body that holds no fields at all. */
export const malformed = () => new Refusal(codes.invalid, { key: 'refusal.malformed' })

/**
 * Turns what was sent into what the call's schema makes of it: known fields only, defaults filled in;
 * nothing counts as no fields. What is wrong is refused with 422, every field of it.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (sent: unknown) => {
    const fields = sent ?? {}
    if (!isRecord(fields)) return { error: malformed() }
    const result = z.safeParse(schema, fields)
    if (result.success) return { value: result.data }
    return { error: new Refusal(codes.invalid, { issues: result.error.issues }) }
  }
