import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import { id, optionalId } from './fields.ts'

/** A place in a request that takes a value, e.g. `tenantId`, or `roles` and `roleId` in each of a list. */
export interface RequestField {
  readonly path: readonly string[]
  /** A request that holds a value there and nothing else, lists as lists. */
  readonly holding: (value: unknown) => Record<string, unknown>
  /** Whether ids belong there: by its schema, or by its name. */
  readonly isId: boolean
}

/** What of a zod schema leads to the schemas within it. */
interface Definition {
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
}

const namesIds = /(^id|^ids|Ids?|IdList)$/

interface Place {
  readonly path: readonly string[]
  readonly wrap: (value: unknown) => unknown
}

const fieldsIn = (schema: z.ZodMiniType, { path, wrap }: Place): RequestField[] => {
  const { shape, element, innerType, in: before } = schema._zod.def as Definition
  if (shape)
    return Object.entries(shape).flatMap(([field, inner]) =>
      fieldsIn(inner, { path: [...path, field], wrap: (value) => wrap({ [field]: value }) }),
    )
  if (element) return fieldsIn(element, { path, wrap: (value) => wrap([value]) })
  const ofIds = schema === id || schema === optionalId
  const inner = innerType ?? before
  if (inner && !ofIds) return fieldsIn(inner, { path, wrap })
  const isId = ofIds || namesIds.test(path.at(-1) ?? '')
  return [{ path, holding: (value) => wrap(value) as Record<string, unknown>, isId }]
}

/** Every field of a call's request, those within others and lists included: what attacks and tests go through. */
export const fieldsOf = (call: Call): RequestField[] =>
  fieldsIn(call.request, { path: [], wrap: (value) => value })

/** Those that hold ids. */
export const idFieldsOf = (call: Call): RequestField[] => fieldsOf(call).filter(({ isId }) => isId)
