import type { Generated } from 'kysely'
import type { Edited, Text } from './columns.ts'

/** A set of menus that users have on the platform or in a tenant. Roles belong to no tenant. */
export interface RoleTable extends Edited {
  id: string
  name: string
  nameEn: Text
  description: Text
  descriptionEn: Text
  /** 0 on, 1 off. */
  status: Generated<number>
  /** 1 system, 2 tenant. */
  roleType: number
  /** 0 yes: it has every menu of its type. 1 no. */
  superAdmin: Generated<number>
}

/** A group of the menu (parent '0') or an entry of a group. */
export interface MenuTable extends Edited {
  id: string
  /** Name by which calls and routes identify the menu; null if an administrator added it. */
  code: string | null
  name: string
  nameEn: Text
  description: Text
  parentId: Generated<string>
  seq: number
  url: Text
  icon: Text
  /** 0 on, 1 off. */
  status: Generated<number>
  resourceType: Text
}

/** A menu of a role. */
export interface RoleMenuTable {
  roleId: string
  menuId: string
}

/** A role of a user, in force or not. A membership without a role has a row too. A view. */
export interface HeldRoleView {
  userId: string
  /** '0' for the system role. */
  tenantId: string
  /** Null for a membership without a role. */
  roleId: string | null
  superAdmin: boolean
  /** Whether the role is switched on and of the right type; null without a role. */
  isOpen: boolean | null
  /** Whether the membership is enabled. */
  isEnabled: boolean
  accessFrom: Date | null
  accessUntil: Date | null
  roleFrom: Date | null
  roleUntil: Date | null
}

/** A role in force for a user: switched on, of the right type, and with an enabled membership. A view. */
export interface OpenRoleView {
  userId: string
  /** '0' for the system role. */
  tenantId: string
  roleId: string
  /** Whether the role has every menu. */
  superAdmin: boolean
}

/** A menu that is switched on and whose group is switched on too. A view. */
export type OpenMenuView = Pick<
  MenuTable,
  'id' | 'code' | 'parentId' | 'name' | 'nameEn' | 'seq' | 'url' | 'icon'
>
