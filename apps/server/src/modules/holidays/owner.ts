import { codes, globalHolidays, globalTenantId } from '@atrium/contract'
import { refuse } from '../../http/index.ts'

/**
 * The tenant in whose row a calendar is, by the tenant that the wire names.
 * @throws Refusal 404 for the platform's own row, which the wire calls otherwise
 */
export function ownerOf(tenantId: string): string {
  if (tenantId === globalTenantId) refuse(codes.notFound)
  return tenantId === globalHolidays ? globalTenantId : tenantId
}
