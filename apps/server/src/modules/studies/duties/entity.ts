import { dutySave } from '@atrium/contract'
import { checkWritable, entity } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue } from '../../../platform/http/rejection.ts'

/** Returns issues with products that do not exist. */
async function productIssues(
  trx: Trx,
  fields: { readonly softwareId: string; readonly otherSoftwareId: string },
) {
  const found = await trx
    .selectFrom('software')
    .select('id')
    .where('id', 'in', [fields.softwareId, fields.otherSoftwareId])
    .execute()
  return (['softwareId', 'otherSoftwareId'] as const)
    .filter((field) => !found.some(({ id }) => id === fields[field]))
    .map((field) => fieldIssue(field, 'rule.reference'))
}

/** A pair of roles that one person may not hold in one study. It stays in its tenant. */
export const roleConflicts = entity('roleConflict', dutySave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: (job, { tenantId }) => checkWritable(job, tenantId),
  rules: async ({ trx, input }, row) => [
    ...(row && row.tenantId !== input.tenantId ? [fieldIssue('tenantId', 'rule.fixed')] : []),
    ...(await productIssues(trx, input)),
  ],
  unique: { role_conflict_unique: 'otherRoleId' },
  taken: 'duty.rule.taken',
})
