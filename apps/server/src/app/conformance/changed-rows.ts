import { type AuditEntity, fieldsOfEntity } from '../../platform/audit/entities.ts'

type Row = Record<string, unknown>

/** Columns of a row that a call changed and that the audit trail records, in camel case. */
interface ChangedRow {
  readonly id: unknown
  /** Old values; undefined for a new row. */
  readonly was?: Row
  /** New values; undefined for a deleted row. */
  readonly is?: Row
}

const inCode = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The row's key, and the columns that every change updates. */
const moving = new Set(['createdAt', 'updatedAt', 'rowVersion', 'id'])

/** Indexes rows by id. Overrides have no id and are indexed by their module's name. */
const rowsById = (rows: readonly string[]): Map<unknown, Row> =>
  new Map(rows.map((text) => JSON.parse(text)).map((row) => [row.id ?? row.name, row]))

const isOfUsers = (entity: string): boolean =>
  ['session', 'email_verification', 'contact_change'].includes(entity)

/** Returns the rows of an entity's table that differ between two snapshots. */
export function changedRows(
  entity: string,
  before: Record<string, string[]>,
  after: Record<string, string[]>,
): ChangedRow[] {
  const without = (rows: Record<string, string[]>, others: Record<string, string[]>): string[] => {
    const excluded = new Set(others[entity])
    return rows[entity]?.filter((row) => !excluded.has(row)) ?? []
  }
  const known = new Set(fieldsOfEntity(entity as AuditEntity).filter((field) => !moving.has(field)))
  const [old, now] = [rowsById(without(before, after)), rowsById(without(after, before))]
  // Events of sessions and of links in e-mails name the user, not the row.
  const ids = isOfUsers(entity) ? [] : [...new Set([...old.keys(), ...now.keys()])]
  const part = (row: Row | undefined, other: Row | undefined): Row | undefined => {
    if (!row) return undefined
    const isReported = ([column, value]: [string, unknown]): boolean =>
      other ? JSON.stringify(value) !== JSON.stringify(other[column]) : value !== null && value !== ''
    const reported = Object.entries(row).filter((entry) => known.has(inCode(entry[0])) && isReported(entry))
    return Object.fromEntries(reported.map(([column, value]) => [inCode(column), value]))
  }
  return ids
    .map((id) => ({ id, was: part(old.get(id), now.get(id)), is: part(now.get(id), old.get(id)) }))
    .filter(({ was, is }) => Object.keys({ ...was, ...is }).length > 0)
}
