import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import {
  type InputMode,
  id,
  inputModes,
  optionalId,
  optionalProductId,
  productId,
  reference,
} from './fields.ts'

/** A field of a request with its path: `['tenantId']`, or `['roles', 'roleId']` for a field within a list. */
export interface RequestField {
  readonly path: readonly string[]
  /** Builds a request with only this value in it, wrapped in lists where the path has lists. */
  readonly requestWith: (value: unknown) => Record<string, unknown>
  /** Whether the field expects one of the suite's ids, judged by its schema or its name. */
  readonly isId: boolean
}

/** Parts of a zod schema: inner schemas and checks. */
interface Definition {
  readonly type: string
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[]
}

interface CheckDefinition {
  readonly check: string
  readonly maximum?: number
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as Definition

const namesIds = /(^id|^ids|Ids?|IdList)$/

interface FieldPath {
  readonly path: readonly string[]
  readonly wrap: (value: unknown) => unknown
}

const fieldsIn = (schema: z.ZodMiniType, { path, wrap }: FieldPath): RequestField[] => {
  const { shape, element, innerType, in: before } = definitionOf(schema)
  if (shape)
    return Object.entries(shape).flatMap(([field, inner]) =>
      fieldsIn(inner, { path: [...path, field], wrap: (value) => wrap({ [field]: value }) }),
    )
  if (element) return fieldsIn(element, { path, wrap: (value) => wrap([value]) })
  const ofIds = schema === id || schema === optionalId || schema === reference
  const ofProducts = schema === productId || schema === optionalProductId
  const inner = innerType ?? before
  if (inner && !ofIds && !ofProducts) return fieldsIn(inner, { path, wrap })
  const isId = ofIds || (!ofProducts && namesIds.test(path.at(-1) ?? ''))
  return [{ path, requestWith: (value) => wrap(value) as Record<string, unknown>, isId }]
}

/**
 * Returns every field of a call's request, including nested fields and those in lists. Attacks and tests go through
 * them.
 */
export const fieldsOf = (call: Call): RequestField[] =>
  fieldsIn(call.request, { path: [], wrap: (value) => value })

/** Returns the fields that expect ids. */
export const idFieldsOf = (call: Call): RequestField[] => fieldsOf(call).filter(({ isId }) => isId)

const plainTypes = { string: 'string', enum: 'string', number: 'number', boolean: 'boolean' } as const

/** Returns the wrapped schema that determines a schema's output type; skips transforms. */
function inside(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { innerType, in: before, out } = definitionOf(schema)
  if (!out) return innerType
  return definitionOf(out).type === 'transform' ? before : out
}

/** Returns the type of a field's value after validation. */
export function outputOf(schema: z.ZodMiniType): 'string' | 'number' | 'boolean' {
  const { type } = definitionOf(schema)
  const within = inside(schema)
  if (within) return outputOf(within)
  if (type in plainTypes) return plainTypes[type as keyof typeof plainTypes]
  throw new Error(`A schema of type ${type} has no plain value`)
}

/** Facts about a field that a form needs before any input. */
export interface FieldLimits {
  /** Maximum length in characters. */
  readonly maxLength?: number
  readonly inputMode?: InputMode
}

function limitsIn(schema: z.ZodMiniType): FieldLimits {
  const within = inside(schema)
  const maxLength = definitionOf(schema).checks?.find(({ _zod }) => _zod.def.check === 'max_length')
  return {
    ...(within && limitsIn(within)),
    ...(definitionOf(schema).type === 'number' && ({ inputMode: 'numeric' } as const)),
    ...(definitionOf(schema).type === 'string' && maxLength && { maxLength: maxLength._zod.def.maximum }),
    ...inputModes.get(schema),
  }
}

const known = new WeakMap<object, Readonly<Record<string, FieldLimits>>>()

/** Returns the limits of a request's fields by name. Reads each schema only once. */
export function limitsOf(request: z.ZodMiniType): Readonly<Record<string, FieldLimits>> {
  const found = known.get(request)
  if (found) return found
  const { shape = {} } = definitionOf(request)
  const limits = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, limitsIn(field)]))
  known.set(request, limits)
  return limits
}
