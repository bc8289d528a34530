import type { GeneratedAlways } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A department of a tenant. The database derives its level from its parent. */
export interface DepartmentTable extends TenantKey, Edited {
  /** Null for a department at the top level. */
  parentId: string | null
  /** Level of the parent; null for a department at the top level. */
  parentLevel: GeneratedAlways<number | null>
  /** 1 at the top level. */
  level: GeneratedAlways<number>
  departmentName: string
}

/** A user's membership of a department of their tenant. */
export interface DepartmentUserTable {
  tenantId: string
  departmentId: string
  tenantUserId: string
}
