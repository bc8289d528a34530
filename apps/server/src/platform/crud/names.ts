import type { Language } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** Columns with Chinese names in a table that also has English names. */
type NameOf<Table extends keyof Database & string> = {
  [Name in keyof Database[Table] & string]: `${Name}En` extends keyof Database[Table]
    ? `${Table}.${Name}`
    : never
}[keyof Database[Table] & string]

/** A column with Chinese names, prefixed with its table. */
type NameColumn = { [Table in keyof Database & string]: NameOf<Table> }[keyof Database & string]

/**
 * Returns SQL for a name in the caller's language. A row without an English name shows the Chinese one.
 * @param column column of the Chinese name; the English column has the suffix `En`
 */
export const nameIn = (language: Language, column: NameColumn): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${column}En`)}, ''), ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`

interface Stamps {
  readonly createdAt: Date
  readonly updatedAt: Date
}

type OnWire<Found> = {
  [Column in Exclude<keyof Found, keyof Stamps>]: null extends Found[Column]
    ? NonNullable<Found[Column]> | ''
    : Found[Column]
} & { readonly createTime: string }

/**
 * Converts a row to its wire form, with '' for missing values. The response's schema omits fields that it does not
 * name.
 */
export const toWire = <Found extends Stamps>({ createdAt, updatedAt: _, ...row }: Found): OnWire<Found> =>
  ({
    ...Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
    createTime: createdAt.toISOString(),
  }) as OnWire<Found>
