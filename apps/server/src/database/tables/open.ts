import type { MenuTable } from './roles.ts'

/** A role that counts for a user now: open, of the right kind, its tenant user enabled. A view. */
export interface OpenRoleView {
  userId: string
  /** '0' for the system role. */
  tenantId: string
  roleId: string
  /** Whether it holds every menu. */
  superAdmin: boolean
}

/** A menu that is open, as is its group. A view. */
export type OpenMenuView = Pick<
  MenuTable,
  'id' | 'code' | 'parentId' | 'name' | 'nameEn' | 'seq' | 'url' | 'icon'
>
