import type { ColumnType, Generated } from 'kysely'

/** An instant that the database sets when a row is made and that code may set again (timestamptz). */
export type Timestamp = ColumnType<Date, Date | undefined, Date>

/** Text that may be missing: '' stands for nothing, as on the wire. References to other rows are null instead. */
export type Text = Generated<string>

/** A jsonb column: read as a value, written as JSON text (see `toJson`), so that arrays stay JSON. */
export type Json = ColumnType<unknown, string | null | undefined, string | null>

/** What every entity that people edit carries: optimistic lock and two instants. */
export interface Edited {
  /** Goes up by one with each change; a save that names an older one is refused. */
  rowVersion: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The key of a tenant's row. Tenant '0' is the platform: its rows are everybody's to read. */
export interface TenantKey {
  tenantId: string
  /** UUIDv7 made by the server. */
  id: string
}
