import type { Language } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'

/**
 * A name in the caller's language, of a row that has it in two; the Chinese one where there is no English.
 * @param column the Chinese name, e.g. `area.areaName`; the English one has `En` behind it
 */
export const nameIn = (language: Language, column: string): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${column}En`)}, ''), ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`
