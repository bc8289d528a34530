import { builtInDuty, type DutyRule, dutyList, globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, nameIn } from '../../../platform/crud/index.ts'
import { handle } from '../../../platform/http/route.ts'

interface Found {
  readonly total: number
  readonly list: DutyRule[] | null
}

/** POST /duty/list: the built-in rule, then the platform's, then the tenant's, each newest first. */
export const dutyListRoute = handle(dutyList, async (work) => {
  const { trx, input, language } = work
  const { tenantId, limit, page } = input
  await checkReadable(work, tenantId)
  const { rows } = await sql<Found>`
    with rule as (
      select ${globalTenantId} as tenant_id, ${builtInDuty} as id, '' as software_id, '' as role_id, '' as role_name,
        '' as other_software_id, '' as other_role_id, '' as other_role_name, '' as reason, 0 as row_version,
        null as created_at, ${builtInDuty} as origin, 1 as rank
      union all
      select tenant_id, id, software_id, role_id, role_name, other_software_id, other_role_id, other_role_name, reason,
        row_version, created_at, case tenant_id when ${globalTenantId} then 'platform' else 'tenant' end,
        case tenant_id when ${globalTenantId} then 2 else 3 end
      from role_conflict where tenant_id in (${tenantId}, ${globalTenantId})
    ), named as (
      select software.id, ${nameIn(language, 'software.softwareName')} as name from software
    ), part as (
      select rule.*, coalesce(one.name, '') as soft_name, coalesce(other.name, '') as other_soft_name
      from rule left join named one on one.id = rule.software_id left join named other on other.id = rule.other_software_id
      order by rank, created_at desc, id limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from rule) as total, (select jsonb_agg(jsonb_build_object(
      'tenantId', tenant_id, 'id', id, 'rowVersion', row_version, 'origin', origin, 'reason', reason,
      'softwareId', software_id, 'softName', soft_name, 'roleId', role_id, 'roleName', role_name,
      'otherSoftwareId', other_software_id, 'otherSoftName', other_soft_name,
      'otherRoleId', other_role_id, 'otherRoleName', other_role_name
    ) order by rank, created_at desc, id) from part) as list`.execute(trx)
  const { total = 0, list } = rows[0] ?? {}
  return { list: list ?? [], totalCount: total }
})
