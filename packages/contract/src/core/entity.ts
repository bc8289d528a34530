import * as z from 'zod/mini'
import { id, optionalId, rowVersion } from './fields.ts'
import { outputOf } from './request-fields.ts'

type Fields = Readonly<Record<string, z.ZodMiniType>>

/** Schema of a field in a response: the plain type that its request schema produces. */
type Shown<Field extends z.ZodMiniType> = [NonNullable<z.output<Field>>] extends [string]
  ? z.ZodMiniString
  : [NonNullable<z.output<Field>>] extends [number]
    ? z.ZodMiniNumber
    : [NonNullable<z.output<Field>>] extends [boolean]
      ? z.ZodMiniBoolean
      : never

const shown = { string: z.string, number: z.number, boolean: z.boolean }

const shownAll = <Some extends Fields>(fields: Some) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown[outputOf(field)]()])) as {
    [Name in keyof Some]: Shown<Some[Name]>
  }

/** Input for saving an entity: its fields, its id ('' for a new one), and the version that the caller read. */
export const inputOf = <Some extends Fields>(fields: Some) =>
  z.object({ id: optionalId, ...fields, rowVersion })

/** Input for changing an entity whose creation is a separate call. */
export const updateOf = <Some extends Fields>(fields: Some) => z.object({ id, ...fields, rowVersion })

/**
 * An entity as it is returned: its fields, id and version, and what the server adds, such as names in the caller's
 * language.
 */
export const entityOf = <Some extends Fields, More extends Fields>(fields: Some, added: More) =>
  z.object({ id: z.string(), ...shownAll(fields), ...added, rowVersion: z.number() })
