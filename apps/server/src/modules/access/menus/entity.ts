import { globalTenantId, menuUpdate, type RequestOf, rootMenuId } from '@atrium/contract'
import { entity } from '../../../crud/index.ts'
import { menuIssues } from './rules.ts'
import { menuUses } from './uses.ts'

export type MenuFields = RequestOf<typeof menuUpdate>

/** A group of the menu, or an entry of a group, as the platform edits it. */
export const menus = entity('menu', menuUpdate, {
  tenantOf: () => globalTenantId,
  computed: ({ parentId }) => ({ resourceType: parentId === rootMenuId ? 'group' : 'menu' }),
  rules: ({ trx, input }, row) => menuIssues(trx, input, row),
  unique: { menu_name_unique: 'name' },
  uses: menuUses,
})
