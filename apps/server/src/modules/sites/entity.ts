import { globalTenantId, type RequestOf, type siteSave } from '@atrium/contract'
import type { Entity } from '../../crud/index.ts'
import { siteIssues } from './rules.ts'

export type SiteFields = RequestOf<typeof siteSave>

/** A site, as it is added, changed and deleted by the platform. */
export const sites: Entity<SiteFields> = {
  table: 'site',
  tenantOf: () => globalTenantId,
  values: ({ id: _id, rowVersion: _rowVersion, duplicateAccepted: _accepted, ...fields }) => ({
    ...fields,
    countryId: fields.countryId || null,
    provinceId: fields.provinceId || null,
    cityId: fields.cityId || null,
  }),
  rules: (job, row) => siteIssues(job, row),
}
