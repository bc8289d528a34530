import type { Edited, TenantKey, Text } from './columns.ts'

/**
 * Pairs of roles in products that one person may not hold in one study. Rules of the platform (tenant '0') hold in
 * every tenant.
 */
export interface RoleConflictTable extends TenantKey, Edited {
  softwareId: string
  roleId: string
  /** Names of the roles when the rule was saved, in the products' own format. */
  roleName: Text
  otherSoftwareId: string
  otherRoleId: string
  otherRoleName: Text
  /** What the rule is for. */
  reason: string
}
