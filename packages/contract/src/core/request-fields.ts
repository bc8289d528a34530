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

/** A field of a request with its path, e.g. `tenantId`, or `roles` and `roleId` in each of a list. */
export interface RequestField {
  readonly path: readonly string[]
  /** Builds a request with only this value, lists as lists. */
  readonly holding: (value: unknown) => Record<string, unknown>
  /** Whether ids of the suite's belong there: by its schema, or by its name. */
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
  return [{ path, holding: (value) => wrap(value) as Record<string, unknown>, isId }]
}

/** Every field of a call's request, those within others and lists included: what attacks and tests go through. */
export const fieldsOf = (call: Call): RequestField[] =>
  fieldsIn(call.request, { path: [], wrap: (value) => value })

/** Fields that hold ids. */
export const idFieldsOf = (call: Call): RequestField[] => fieldsOf(call).filter(({ isId }) => isId)

const plainTypes = { string: 'string', enum: 'string', number: 'number', boolean: 'boolean' } as const

/** The schema whose output a schema's is, but for what transforms make of it. */
function inside(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { innerType, in: before, out } = definitionOf(schema)
  if (!out) return innerType
  return definitionOf(out).type === 'transform' ? before : out
}

/** Of what type a field's values are once they are checked. */
export function outputOf(schema: z.ZodMiniType): 'string' | 'number' | 'boolean' {
  const { type } = definitionOf(schema)
  const within = inside(schema)
  if (within) return outputOf(within)
  if (type in plainTypes) return plainTypes[type as keyof typeof plainTypes]
  throw new Error(`No plain value comes of a schema of ${type}`)
}

/** Facts about a field that a form needs before any input. */
export interface FieldLimits {
  /** The most characters of a text. */
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

/** The limits of the fields of a request, by their names; read from its schema once. */
export function limitsOf(request: z.ZodMiniType): Readonly<Record<string, FieldLimits>> {
  const found = known.get(request)
  if (found) return found
  const { shape = {} } = definitionOf(request)
  const limits = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, limitsIn(field)]))
  known.set(request, limits)
  return limits
}
