import { type Call, id, optionalId } from '@atrium/contract'
import type * as z from 'zod/mini'

/** The place of an id in a request, e.g. `tenantId`, or `roles` and `roleId` in each of a list. */
export interface IdField {
  readonly path: readonly string[]
  /** A request that holds a value there and nothing else, lists as lists. */
  readonly holding: (value: string) => Record<string, unknown>
}

/** What of a zod schema leads to the schemas within it. */
interface Definition {
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

const named = /(^id|^ids|Ids?|IdList)$/

interface Place {
  readonly path: readonly string[]
  readonly wrap: (value: unknown) => unknown
}

const idsIn = (schema: z.ZodMiniType, { path, wrap }: Place): IdField[] => {
  const { shape, element, innerType, in: before } = schema._zod.def as Definition
  if (shape)
    return Object.entries(shape).flatMap(([field, inner]) =>
      idsIn(inner, { path: [...path, field], wrap: (value) => wrap({ [field]: value }) }),
    )
  if (element) return idsIn(element, { path, wrap: (value) => wrap([value]) })
  const isId = schema === id || schema === optionalId
  const inner = innerType ?? before
  if (inner && !isId) return idsIn(inner, { path, wrap })
  if (!isId && !named.test(path.at(-1) ?? '')) return []
  return [{ path, holding: (value) => wrap(value) as Record<string, unknown> }]
}

/** Every field of a call's request that holds ids: by its schema, or by its name. */
export const idFieldsOf = (call: Call): IdField[] => idsIn(call.request, { path: [], wrap: (value) => value })
