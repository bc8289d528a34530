import * as z from 'zod/mini'

const FieldErrors = z.array(z.object({ field: z.string(), message: z.string() }))
const FieldChanges = z.array(z.object({ field: z.string(), current: z.unknown() }))

/** The envelope round an answer: what is sent is cut to it, so that no column slips out unseen. */
export const envelopeOf = (answer: z.ZodMiniType) =>
  z.object({
    code: z.number(),
    success: z.boolean(),
    isOk: z.boolean(),
    message: z.string(),
    data: z.nullable(answer),
    errors: z.optional(FieldErrors),
    changes: z.optional(FieldChanges),
  })
