import type { Call } from '@atrium/contract'
import { toJSONSchema } from 'zod/mini'
import type { Calls, Shape } from '../registry/shapes.ts'

/** The part of JSON Schema (draft 2020-12) that zod emits. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

const plainKinds = (type: Schema['type']): string =>
  [type ?? 'any']
    .flat()
    .map((kind) => (kind === 'integer' ? 'number' : kind))
    .sort()
    .join('|')

/** Escapes a constant for a union, whose members are separated by `|`. */
const constant = (value: unknown): string => JSON.stringify(value).replaceAll('|', '\\u007c')

const oneOf = (shapes: readonly Shape[]): Shape =>
  shapes.every((shape) => typeof shape === 'string') ? shapes.join('|') : { '|': [...shapes] }

/** Returns the shape that a JSON Schema document describes. */
function reader(document: Schema) {
  const resolve = (path: string): Schema =>
    path
      .split('/')
      .slice(1)
      .reduce((node, key) => node[key] as Record<string, unknown>, document as Record<string, unknown>)

  const fieldsOf = (
    { properties = {}, required = [], additionalProperties }: Schema,
    within: readonly Schema[],
  ) => {
    const fields = Object.entries(properties).map(([name, field]): [string, Shape] => [
      required.includes(name) ? name : `${name}?`,
      read(field, within),
    ])
    const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
    return Object.fromEntries(others ? [...fields, ['*', read(others, within)]] : fields)
  }

  /**
   * Reads one schema.
   * @param within the enclosing schemas, outermost first; a recursive reference becomes the number of levels up
   */
  const read = (given: Schema, within: readonly Schema[]): Shape => {
    const schema = given.$ref === undefined ? given : resolve(given.$ref)
    if (within.includes(schema)) return `^${within.length - within.indexOf(schema)}`
    const inside = [...within, schema]
    if (schema.const !== undefined) return constant(schema.const)
    if (schema.enum) return schema.enum.map(constant).join('|')
    const union = schema.anyOf ?? schema.oneOf
    if (union) return oneOf(union.map((one) => read(one, inside)))
    if (schema.type === 'array') return [read(schema.items ?? {}, inside)]
    if (schema.type === 'object') return fieldsOf(schema, inside)
    return plainKinds(schema.type)
  }
  return read(document, [])
}

/** Rules that JSON Schema cannot express become `any`; the type of the value remains. */
const options = { unrepresentable: 'any' } as const

/** Returns the name of a call: its method and path. */
const nameOfCall = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** Describes the shapes of calls, which are used to compare a release with a server. */
export const shapesOf = (calls: readonly Call[]): Calls =>
  Object.fromEntries(
    calls
      .toSorted((one, other) => (nameOfCall(one) < nameOfCall(other) ? -1 : 1))
      .map((call) => [
        nameOfCall(call),
        {
          request: reader(toJSONSchema(call.request, { ...options, io: 'input' }) as Schema),
          answer: reader(toJSONSchema(call.response, options) as Schema),
        },
      ]),
  )
