import {
  type Call,
  type Language,
  optionalDate,
  optionalId,
  parentDepartmentId,
  type RequestOf,
  rootDepartmentId,
  type TextKey,
  type Translate,
} from '@atrium/contract'
import type { RawBuilder, Selectable, Updateable } from 'kysely'
import type { AuditedTable } from '../audit/index.ts'
import type { Caller } from '../caller/caller.ts'
import type { Database } from '../database/index.ts'
import type { Edited } from '../database/tables/columns.ts'
import type { RunAs, Trx } from '../database/transaction.ts'
import type { FieldIssue } from '../http/rejection.ts'
import type { Audit } from '../http/work.ts'

/** The tables whose rows people edit. */
export type EditedTable = {
  [Table in keyof Database]: 'rowVersion' extends keyof Database[Table] ? Table : never
}[keyof Database] &
  AuditedTable

/** Columns of every such table. */
export interface BareRow {
  readonly id: string
  readonly rowVersion: number
  /** The tenant of the row, if its table belongs to tenants. */
  readonly tenantId?: string
}

/** A row of such a table. */
export type Row<Table extends EditedTable> = Readonly<Selectable<Database[Table]>> & BareRow

/** Values by the names of columns or fields, whichever they are. */
export type Values = Readonly<Record<string, unknown>>

/** Columns that saves write. */
type Columns<Table extends EditedTable> = Omit<Updateable<Database[Table]>, 'id' | keyof Edited>

/** Fields of a save beside the entity's own. */
export interface SaveInput {
  /** '' adds. */
  readonly id: string
  /** The version that the caller read; without it the last write wins. */
  readonly rowVersion?: number
}

/** Required parts of a call's `Work`. */
export interface Job<Input> {
  readonly input: Input
  readonly caller: Caller
  readonly as: RunAs
  readonly language: Language
  readonly t: Translate
  readonly trx: Trx
  readonly audit: Audit
}

/** How many of what use a row, by the texts of the areas that count them, e.g. `tenant.use.tenants`. */
export type Uses = { readonly [Key in Extract<TextKey, `${string}.use.${string}`>]?: number }

/**
 * Parts of an entity in other tables, e.g. the menus of a role: saved, compared in a conflict and audited as if they
 * were columns of the row.
 */
export interface Parts<Table extends EditedTable, Input, Part extends object> {
  /** Values to store, from an input. */
  readonly values: (input: Input) => Part
  readonly read: (trx: Trx, row: Row<Table>) => Promise<Part>
  readonly write: (trx: Trx, row: Row<Table>, input: Input) => Promise<void>
}

/** The fields of a save that are columns of the table. */
type StoredField<Table extends EditedTable, Input> = {
  [Field in keyof Input & keyof Columns<Table>]: Input[Field] extends Columns<Table>[Field] ? Field : never
}[keyof Input & keyof Columns<Table>]

/** The fields of a save that are no columns. Each must be listed, so that none is forgotten or misspelt. */
type ApartField<Table extends EditedTable, Input> = Exclude<
  keyof Input,
  StoredField<Table, Input> | keyof SaveInput
>

/** Values that are written into a row or are already in it. */
export type Target<Table extends EditedTable, Input> = Readonly<
  Pick<Selectable<Database[Table]>, StoredField<Table, Input> & keyof Selectable<Database[Table]>>
> & { readonly id?: string }

/** Columns that are computed rather than sent. */
type Computed<Table extends EditedTable, Input> = {
  readonly [Column in Exclude<keyof Columns<Table>, StoredField<Table, Input>>]?:
    | Updateable<Database[Table]>[Column & keyof Updateable<Database[Table]>]
    | RawBuilder<unknown>
}

interface Facts<Table extends EditedTable, Input extends SaveInput, Part extends object> {
  /** The tenant whose audit trail has a row's changes. */
  readonly tenantOf: (row: Row<Table>) => string
  readonly parts?: Parts<Table, Input, Part>
  /** Columns that follow from the input at every save. */
  readonly computed?: (input: Input) => Computed<Table, Input>
  /** Columns that a new row begins with and no save changes. */
  readonly initial?: (input: Input) => Computed<Table, Input>
  /**
   * Rejects what of it the caller may not write, beyond who may make the call; asked of the row as it is, and of what
   * it is to become.
   */
  readonly guard?: (job: Job<unknown>, target: Target<Table, Input>) => Promise<void> | void
  /** The rules that need the database; every field they reject. */
  readonly rules?: (
    job: Job<Input>,
    row: (Row<Table> & Part) | undefined,
  ) => Promise<FieldIssue<keyof Input & string>[]>
  /** The field that each unique constraint is about. */
  readonly unique?: Readonly<Record<string, keyof Input & string>>
  /** Message for a field whose value another row has; `rule.taken` by default. */
  readonly taken?: TextKey
  /** What may use a row, by kind; a row in use is not deleted. */
  readonly uses?: (trx: Trx, row: Row<Table>) => Promise<Uses>
}

/** The fields of the save that are no columns, each as `true`. Columns that no save writes may be added. */
type Apart<Table extends EditedTable, Input> = [ApartField<Table, Input>] extends [never]
  ? { readonly apart?: undefined }
  : {
      readonly apart: Readonly<Record<ApartField<Table, Input>, true>> &
        Readonly<Partial<Record<StoredField<Table, Input>, true>>>
    }

/** An entity that is added, changed and deleted in the plain way, as data. */
export interface Entity<Table extends EditedTable, Input extends SaveInput, Part extends object>
  extends Facts<Table, Input, Part> {
  readonly table: Table
  /** Columns to store, from an input. */
  readonly values: (input: Input) => Values
  /** Values of calls for columns that are null. */
  readonly absent: (field: string) => string
}

/** The fields of a request, by their names. */
type WithShape = { readonly shape?: Readonly<Record<string, unknown>> }

/** The value that is null in the database, by the schema of the field: ids by keys, days as days. */
const absentValues = new Map<unknown, string>([
  [optionalId, ''],
  [optionalDate, ''],
  [parentDepartmentId, rootDepartmentId],
])

/**
 * An entity of a table, saved by a call whose fields are columns of the table. They are stored as they are sent, but
 * for `absentValues`, which become null.
 */
export function entity<Table extends EditedTable, C extends Call, Part extends object = object>(
  table: Table,
  call: C,
  facts: Facts<Table, RequestOf<C> & SaveInput, Part> & Apart<Table, RequestOf<C>>,
): Entity<Table, RequestOf<C> & SaveInput, Part> {
  const { apart, ...others } = facts
  const besides = new Set(['id', 'rowVersion', ...Object.keys(apart ?? {})])
  const { shape = {} } = call.request as WithShape
  const stored = (name: string, value: unknown) =>
    absentValues.has(shape[name]) && value === absentValues.get(shape[name]) ? null : value
  return {
    ...others,
    table,
    values: (input) => {
      const sent = Object.entries(input).filter(([name]) => !besides.has(name))
      const values = sent.map(([name, value]) => [name, stored(name, value)])
      return { ...Object.fromEntries(values), ...facts.computed?.(input) }
    },
    absent: (field) => absentValues.get(shape[field]) ?? '',
  }
}
