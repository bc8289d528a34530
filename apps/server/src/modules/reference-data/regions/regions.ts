import { globalTenantId, type RequestOf, regionLevels, regionSave } from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'

/** Returns whether a region can have children. Prevents its deletion until the child is stored. */
async function isParent(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('area')
    .select('level')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined && found.level < regionLevels.city
}

/**
 * Rejects a changed parent, because rows store a region together with all its parents, and an unsuitable parent of a
 * new region.
 */
async function regionIssues(
  trx: Trx,
  { parentId }: RegionFields,
  row: Row<'area'> | undefined,
): Promise<FieldIssue<'parentId'>[]> {
  if (row) return parentId === (row.parentId ?? '') ? [] : [fieldIssue('parentId', 'rule.fixed')]
  const fits = parentId === '' || (await isParent(trx, parentId))
  return fits ? [] : [fieldIssue('parentId', 'rule.reference')]
}

/** Columns with which tenants, sites and users refer to a region, by its level. */
const columns = {
  [regionLevels.country]: 'countryId',
  [regionLevels.province]: 'provinceId',
  [regionLevels.city]: 'cityId',
} as const

/** Counts the references to a region: its children, and the tenants, sites and users in it. */
async function regionUses(trx: Trx, { id, level }: Row<'area'>): Promise<Uses> {
  const column = columns[level]
  const inside = (table: 'tenant' | 'site' | 'appUser') =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
  const below = await trx
    .selectFrom('area')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parentId', '=', id)
    .executeTakeFirstOrThrow()
  const tenants = await inside('tenant')
  const sites = await inside('site')
  const users = await inside('appUser')
  return {
    'region.use.regions': below.count,
    'tenant.use.tenants': tenants.count,
    'site.use.sites': sites.count,
    'user.use.users': users.count,
  }
}

type RegionFields = RequestOf<typeof regionSave>

/** A country, province or city: the platform's administrators add, change and delete it. */
export const regions = entity('area', regionSave, {
  tenantOf: () => globalTenantId,
  initial: ({ parentId }) => ({
    level: sql<number>`coalesce((select level + 1 from area where id = ${parentId}), 1)`,
  }),
  rules: ({ trx, input }, row) => regionIssues(trx, input, row),
  unique: { area_name_unique: 'areaName', area_code_unique: 'areaCode' },
  uses: regionUses,
})
