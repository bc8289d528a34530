import type { Language, Translate } from '@atrium/contract'
import type { AuditedTable } from '../audit/index.ts'
import type { Caller } from '../caller/caller.ts'
import type { Database } from '../database/index.ts'
import type { RunAs, Trx } from '../database/transaction.ts'
import type { FieldIssue } from '../http/refusal.ts'
import type { Audit } from '../http/work.ts'

/** The tables whose rows people edit. */
export type EditedTable = {
  [Table in keyof Database]: 'rowVersion' extends keyof Database[Table] ? Table : never
}[keyof Database]

/** A row of such a table, as it was read. */
export interface Row {
  readonly id: string
  readonly rowVersion: number
  readonly [column: string]: unknown
}

/** Values of columns, to be written. */
export type Values = Readonly<Record<string, unknown>>

/** What a save carries besides the entity's own fields. */
export interface SaveInput {
  /** '' adds. */
  readonly id: string
  /** The version that the caller read; without it the last write wins. */
  readonly rowVersion?: number
}

/** What the helpers need of a call's `Work`. */
export interface Job<Input> {
  readonly input: Input
  readonly caller: Caller
  readonly as: RunAs
  readonly language: Language
  readonly t: Translate
  readonly trx: Trx
  readonly audit: Audit
}

/** How many of what use a row: keys of the contract's `use.…` texts. */
export type Uses = Readonly<Record<string, number>>

/**
 * What of an entity stands in tables beside its own, e.g. the menus that a role holds: saved, compared in a
 * conflict and audited as if it stood in columns of the row.
 */
export interface Parts<Input> {
  /** What an input wants to be stored. */
  readonly values: (input: Input) => Values
  readonly read: (trx: Trx, row: Row) => Promise<Values>
  readonly write: (trx: Trx, row: Row, input: Input) => Promise<void>
}

/** An entity that is added, changed and deleted in the plain way, as data. */
export interface Entity<Input extends SaveInput> {
  readonly table: EditedTable & AuditedTable
  /** The tenant in whose audit trail a row's changes stand. */
  readonly tenantOf: (row: Row) => string
  /** What is stored of an input. */
  readonly values: (input: Input) => Values
  readonly parts?: Parts<Input>
  /** What a new row carries besides. */
  readonly made?: (input: Input) => Values
  /**
   * Refuses what of it the caller may not write, beyond who may make the call; asked of the row as it is, and of what
   * it is to become.
   */
  readonly guard?: (job: Job<unknown>, target: Values) => Promise<void> | void
  /** The rules that need the database; every field they refuse. */
  readonly rules?: (job: Job<Input>, row: Row | undefined) => Promise<FieldIssue[]>
  /** The field that each unique constraint is about. */
  readonly unique?: Readonly<Record<string, string>>
  /** What uses a row, by kind; a row in use is not deleted. */
  readonly uses?: (trx: Trx, row: Row) => Promise<Uses>
}
