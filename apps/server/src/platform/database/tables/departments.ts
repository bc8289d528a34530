import type { GeneratedAlways } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A department of a tenant. What a row says of its level follows from its parent: nobody writes it. */
export interface DepartmentTable extends TenantKey, Edited {
  /** Null for a department at the top. */
  parentId: string | null
  /** That of the parent; null for a department at the top. */
  parentLevel: GeneratedAlways<number | null>
  /** 1 at the top. */
  level: GeneratedAlways<number>
  departmentName: string
}

/** Somebody's place in a department of their tenant. */
export interface DepartmentUserTable {
  tenantId: string
  departmentId: string
  tenantUserId: string
}
