import type { Language } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The Chinese names in a table that has English ones beside them. */
type NameOf<Table extends keyof Database & string> = {
  [Name in keyof Database[Table] & string]: `${Name}En` extends keyof Database[Table]
    ? `${Table}.${Name}`
    : never
}[keyof Database[Table] & string]

/** A column with a name in Chinese, with its table. */
type NameColumn = { [Table in keyof Database & string]: NameOf<Table> }[keyof Database & string]

/**
 * A name in the caller's language, of a row with two names; the Chinese one if there is no English name.
 * @param column the Chinese name; the English column has the suffix `En`
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

/** A row on the wire: '' for missing values. The response's schema omits fields that it does not name. */
export const toWire = <Found extends Stamps>({ createdAt, updatedAt: _, ...row }: Found): OnWire<Found> =>
  ({
    ...Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
    createTime: createdAt.toISOString(),
  }) as OnWire<Found>
