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

/** Tables whose rows users edit. */
export type EditedTable = {
  [Table in keyof Database]: 'rowVersion' extends keyof Database[Table] ? Table : never
}[keyof Database] &
  AuditedTable

/** Columns of every edited table. */
export interface BareRow {
  readonly id: string
  readonly rowVersion: number
  /** The tenant of the row, if its table belongs to tenants. */
  readonly tenantId?: string
}

/** A row of an edited table. */
export type Row<Table extends EditedTable> = Readonly<Selectable<Database[Table]>> & BareRow

/** Values by the name of their column or field. */
export type Values = Readonly<Record<string, unknown>>

/** Columns that saves write. */
type Columns<Table extends EditedTable> = Omit<Updateable<Database[Table]>, 'id' | keyof Edited>

/** Fields that every save has in addition to the entity's own. */
export interface SaveInput {
  /** Id of the row; '' adds a row. */
  readonly id: string
  /** Version that the caller read; if omitted, the last write wins. */
  readonly rowVersion?: number
}

/** Parts of a call's `Work` that an entity needs. */
export interface Job<Input> {
  readonly input: Input
  readonly caller: Caller
  readonly as: RunAs
  readonly language: Language
  readonly t: Translate
  readonly trx: Trx
  readonly audit: Audit
}

/** Number of uses of a row, by kind. A kind is the text of the area that counts it, e.g. `tenant.use.tenants`. */
export type Uses = { readonly [Key in Extract<TextKey, `${string}.use.${string}`>]?: number }

/**
 * Parts of an entity in other tables, e.g. the menus of a role. They are saved, compared in a conflict and audited
 * like columns of the row.
 */
export interface Parts<Table extends EditedTable, Input, Part extends object> {
  /** Returns the values to store for an input. */
  readonly values: (input: Input) => Part
  readonly read: (trx: Trx, row: Row<Table>) => Promise<Part>
  readonly write: (trx: Trx, row: Row<Table>, input: Input) => Promise<void>
}

/** Fields of a save that are columns of the table. */
type StoredField<Table extends EditedTable, Input> = {
  [Field in keyof Input & keyof Columns<Table>]: Input[Field] extends Columns<Table>[Field] ? Field : never
}[keyof Input & keyof Columns<Table>]

/** Fields of a save that are not columns. Each must be listed, so that none is forgotten or misspelt. */
type ApartField<Table extends EditedTable, Input> = Exclude<
  keyof Input,
  StoredField<Table, Input> | keyof SaveInput
>

/** Values of a row that is stored, or is about to be stored. */
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
  /** Returns the tenant whose audit trail records a row's changes. */
  readonly tenantOf: (row: Row<Table>) => string
  readonly parts?: Parts<Table, Input, Part>
  /** Returns the columns that every save computes from the input. */
  readonly computed?: (input: Input) => Computed<Table, Input>
  /** Returns the initial columns of a new row, which no save changes. */
  readonly initial?: (input: Input) => Computed<Table, Input>
  /**
   * Rejects rows that the caller may not write, although the caller may make the call. Checks the stored row, and the
   * row as it will be stored.
   */
  readonly guard?: (job: Job<unknown>, target: Target<Table, Input>) => Promise<void> | void
  /** Checks the rules that need the database. Returns an issue for every field that breaks one. */
  readonly rules?: (
    job: Job<Input>,
    row: (Row<Table> & Part) | undefined,
  ) => Promise<FieldIssue<keyof Input & string>[]>
  /** Field that an issue names for each unique constraint. */
  readonly unique?: Readonly<Record<string, keyof Input & string>>
  /** Message for a field whose value another row already has; `rule.taken` by default. */
  readonly taken?: TextKey
  /** Counts the uses of a row, by kind. A row in use is not deleted. */
  readonly uses?: (trx: Trx, row: Row<Table>) => Promise<Uses>
}

/** Fields of the save that are not columns, each as `true`. Columns that saves must not write may be listed too. */
type Apart<Table extends EditedTable, Input> = [ApartField<Table, Input>] extends [never]
  ? { readonly apart?: undefined }
  : {
      readonly apart: Readonly<Record<ApartField<Table, Input>, true>> &
        Readonly<Partial<Record<StoredField<Table, Input>, true>>>
    }

/** An entity whose rows are added, changed and deleted in the standard way, described as data. */
export interface Entity<Table extends EditedTable, Input extends SaveInput, Part extends object>
  extends Facts<Table, Input, Part> {
  readonly table: Table
  /** Returns the columns to store for an input. */
  readonly values: (input: Input) => Values
  /** Returns the call's value for a column that is null. */
  readonly absent: (field: string) => string
}

/** Fields of a request, by name. */
type WithShape = { readonly shape?: Readonly<Record<string, unknown>> }

/** Values that are stored as null, by the schema of the field. The columns are foreign keys or dates. */
const absentValues = new Map<unknown, string>([
  [optionalId, ''],
  [optionalDate, ''],
  [parentDepartmentId, rootDepartmentId],
])

/**
 * Describes an entity of a table. The call that saves it has columns of the table as fields. Their values are stored
 * as sent, except for `absentValues`, which are stored as null.
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
