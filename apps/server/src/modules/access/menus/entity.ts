import { globalTenantId, type menuUpdate, type RequestOf, rootMenuId } from '@atrium/contract'
import type { Entity } from '../../../crud/index.ts'
import { menuIssues } from './rules.ts'
import { menuUses } from './uses.ts'

export type MenuFields = RequestOf<typeof menuUpdate>

/** A group of the menu, or an entry of a group, as the platform edits it. */
export const menus: Entity<MenuFields> = {
  table: 'menu',
  tenantOf: () => globalTenantId,
  values: ({ id: _id, rowVersion: _rowVersion, ...fields }) => ({
    ...fields,
    resourceType: fields.parentId === rootMenuId ? 'group' : 'menu',
  }),
  rules: ({ trx, input }, row) => menuIssues(trx, input, row),
  unique: { menu_name_unique: 'name' },
  uses: menuUses,
}
