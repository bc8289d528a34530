import { codes, globalTenantId, type RequestOf, type tenantSave } from '@atrium/contract'
import type { Entity } from '../../crud/index.ts'
import { refuse } from '../../http/index.ts'
import { newTenantCode } from './code.ts'
import { tenantIssues } from './rules.ts'
import { tenantUses } from './uses.ts'

export type TenantFields = RequestOf<typeof tenantSave>

/** A tenant, as it is added, changed and deleted by the platform. */
export const tenants: Entity<TenantFields> = {
  table: 'tenant',
  tenantOf: ({ id }) => id,
  values: ({ id: _id, rowVersion: _rowVersion, countryId, provinceId, cityId, ...fields }) => ({
    ...fields,
    countryId: countryId || null,
    provinceId: provinceId || null,
    cityId: cityId || null,
  }),
  made: () => ({ tenantCode: newTenantCode() }),
  guard: (_job, { id }) => {
    // The platform's own row is no tenant.
    if (id === globalTenantId) refuse(codes.notFound)
  },
  rules: ({ trx, input }) => tenantIssues(trx, input),
  unique: { tenant_name_unique: 'tenantName' },
  uses: tenantUses,
}
