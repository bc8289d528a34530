import { globalTenantId, type RequestOf, type regionSave } from '@atrium/contract'
import { sql } from 'kysely'
import type { Entity } from '../../crud/index.ts'
import { regionIssues } from './rules.ts'
import { regionUses } from './uses.ts'

export type RegionFields = RequestOf<typeof regionSave>

/** A country, province or city, as it is added, changed and deleted by the platform. */
export const regions: Entity<RegionFields> = {
  table: 'area',
  tenantOf: () => globalTenantId,
  values: ({ id: _id, rowVersion: _rowVersion, parentId, ...fields }) => ({
    ...fields,
    parentId: parentId || null,
  }),
  made: ({ parentId }) => ({
    level: sql<number>`coalesce((select level + 1 from area where id = ${parentId}), 1)`,
  }),
  rules: ({ trx, input }, row) => regionIssues(trx, input, row),
  unique: { area_name_unique: 'areaName', area_code_unique: 'areaCode' },
  uses: regionUses,
}
