import type { Call } from '@atrium/contract'
import { toJSONSchema } from 'zod/mini'
import type { Calls, Shape } from '../registry/shapes.ts'

/** What is read of JSON Schema (draft 2020-12), as zod writes it. */
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

/** A value that stands between bars. */
const atom = (value: unknown): string => JSON.stringify(value).replaceAll('|', '\\u007c')

const oneOf = (shapes: readonly Shape[]): Shape =>
  shapes.every((shape) => typeof shape === 'string') ? shapes.join('|') : { '|': [...shapes] }

/** Reads schemas of one document. */
function reader(document: Schema) {
  const referred = (path: string): Schema =>
    path
      .split('/')
      .slice(1)
      .reduce((place, key) => place[key] as Record<string, unknown>, document as Record<string, unknown>)

  const fieldsOf = (
    { properties = {}, required = [], additionalProperties }: Schema,
    within: readonly Schema[],
  ) => {
    const fields = Object.entries(properties).map(([name, held]): [string, Shape] => [
      required.includes(name) ? name : `${name}?`,
      read(held, within),
    ])
    const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
    return Object.fromEntries(others ? [...fields, ['*', read(others, within)]] : fields)
  }

  /** @param within what the schema stands in, itself last: what holds itself is told by how far out it is */
  const read = (given: Schema, within: readonly Schema[]): Shape => {
    const schema = given.$ref === undefined ? given : referred(given.$ref)
    if (within.includes(schema)) return `^${within.length - within.indexOf(schema)}`
    const inside = [...within, schema]
    if (schema.const !== undefined) return atom(schema.const)
    if (schema.enum) return schema.enum.map(atom).join('|')
    const union = schema.anyOf ?? schema.oneOf
    if (union) return oneOf(union.map((one) => read(one, inside)))
    if (schema.type === 'array') return [read(schema.items ?? {}, inside)]
    if (schema.type === 'object') return fieldsOf(schema, inside)
    return plainKinds(schema.type)
  }
  return read(document, [])
}

/** Rules that JSON Schema cannot say leave the kind of the value. */
const options = { unrepresentable: 'any' } as const

/** How a call is named among others. */
export const nameOfCall = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** The shapes of calls, by which it is known whether those who make them and those who answer them agree. */
export const shapesOf = (calls: readonly Call[]): Calls =>
  Object.fromEntries(
    calls
      .toSorted((one, other) => (nameOfCall(one) < nameOfCall(other) ? -1 : 1))
      .map((call) => [
        nameOfCall(call),
        {
          request: reader(toJSONSchema(call.request, { ...options, io: 'input' }) as Schema),
          answer: reader(toJSONSchema(call.answer, options) as Schema),
        },
      ]),
  )
