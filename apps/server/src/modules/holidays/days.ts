import { type RawBuilder, sql } from 'kysely'

/** Days as the wire has them, comma-separated, of a date[] column. */
export const toText = (column: string): RawBuilder<string> =>
  sql<string>`array_to_string(${sql.ref(column)}, ',')`

/** The date[] of days as the wire has them. */
export const toDates = (days: string): RawBuilder<string> =>
  sql<string>`string_to_array(${days}, ',')::date[]`
