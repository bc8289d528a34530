import { codes, globalTenantId, licenceSave, type RequestOf } from '@atrium/contract'
import { checkWritable, entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { usedStudies, usedUsers } from './usage.ts'

type LicenceFields = RequestOf<typeof licenceSave>
type Issues = FieldIssue<keyof LicenceFields>[]

/** Returns the current usage of a licence. */
const usageOf = (trx: Trx, { tenantId, id }: Pick<Row<'tenantSoftware'>, 'tenantId' | 'id'>) =>
  trx
    .selectFrom('tenantSoftware')
    .select([usedStudies.as('studies'), usedUsers.as('users')])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Rejects changes of a licence's tenant or product, because its usage is counted by both. */
const movedIssues = (licence: LicenceFields, row: Row<'tenantSoftware'>): Issues =>
  (['tenantId', 'softwareId'] as const)
    .filter((field) => licence[field] !== row[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

async function productIssues(trx: Trx, { softwareId }: LicenceFields): Promise<Issues> {
  const product = await trx
    .selectFrom('software')
    .select('id')
    .where('id', '=', softwareId)
    .executeTakeFirst()
  return product ? [] : [fieldIssue('softwareId', 'rule.reference')]
}

/** Rejects limits below the current usage unless the caller has accepted them. Existing studies and users remain. */
async function belowUseIssues(trx: Trx, licence: LicenceFields, row: Row<'tenantSoftware'>): Promise<Issues> {
  if (licence.belowUseAccepted) return []
  const { studies, users } = await usageOf(trx, row)
  const below: Issues = []
  if (licence.studyEnable && licence.maxStudy < studies)
    below.push(fieldIssue('maxStudy', 'licence.rule.studiesBelowUse', { used: studies }))
  if (licence.userEnable && licence.maxUser < users)
    below.push(fieldIssue('maxUser', 'licence.rule.usersBelowUse', { used: users }))
  return below.length > 0 ? [...below, fieldIssue('belowUseAccepted', 'licence.rule.acceptance')] : []
}

async function licenceIssues(trx: Trx, licence: LicenceFields, row: Row<'tenantSoftware'> | undefined) {
  if (!row) return productIssues(trx, licence)
  const moved = movedIssues(licence, row)
  return moved.length > 0 ? moved : belowUseIssues(trx, licence, row)
}

/** Counts the studies and users of a licence, which prevent its deletion. Such a licence can be switched off instead. */
async function licenceUses(trx: Trx, row: Row<'tenantSoftware'>): Promise<Uses> {
  const { studies, users } = await usageOf(trx, row)
  return { 'licence.use.studies': studies, 'licence.use.users': users }
}

/** A tenant's licence for a product: the platform's administrators add, change and delete it. */
export const licences = entity('tenantSoftware', licenceSave, {
  tenantOf: ({ tenantId }) => tenantId,
  apart: { belowUseAccepted: true },
  guard: async (job, { tenantId }) => {
    // The platform itself has a tenant row, but cannot have licences.
    if (tenantId === globalTenantId) reject(codes.notFound)
    await checkWritable(job, tenantId)
  },
  rules: ({ trx, input }, row) => licenceIssues(trx, input, row),
  unique: { tenant_software_unique: 'softwareId' },
  taken: 'licence.rule.exists',
  uses: licenceUses,
})
