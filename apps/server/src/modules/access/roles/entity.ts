import { codes, globalTenantId, type RequestOf, roleUpdate } from '@atrium/contract'
import { entity } from '../../../crud/index.ts'
import { refuse } from '../../../http/index.ts'
import { grantsMore } from '../granting/index.ts'
import { heldMenus } from './held-menus.ts'
import { roleIssues } from './rules.ts'
import { roleUses } from './uses.ts'

export type RoleFields = RequestOf<typeof roleUpdate>

/** A role with the menus that it holds, as it is added, changed and deleted by the platform. */
export const roles = entity('role', roleUpdate, {
  tenantOf: () => globalTenantId,
  apart: { resourceIdList: true },
  parts: heldMenus,
  guard: async (job, { id }) => {
    if (id !== undefined && (await grantsMore(job, id))) refuse(codes.forbidden, 'refusal.roleHoldsMore')
  },
  rules: roleIssues,
  unique: { role_name_unique: 'name' },
  uses: roleUses,
})
