import { randomInt } from 'node:crypto'
import { categories, codes, globalTenantId, type RequestOf, tenantSave } from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { countHolds } from '../../legal-holds/index.ts'
import { isEntryOf } from '../../reference-data/dictionaries/index.ts'
import { regionIssues } from '../../reference-data/regions/index.ts'

/** Digits and capitals without the easily misread I, L, O and U (Crockford's base 32). */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Ten characters are fifty random bits: with a million tenants, a new code collides with probability of about one in
 * a billion.
 */
const codeLength = 10

/** Returns a code for a new tenant, e.g. `T4K7Q0ZJ2MX`: random, and short enough to read out. */
const newTenantCode = (): string =>
  `T${Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')}`

/** Returns issues with invalid references of a tenant. */
const tenantIssues = async (trx: Trx, tenant: RequestOf<typeof tenantSave>) => [
  ...((await isEntryOf(trx, categories.tenantCategory, tenant.categoryId))
    ? []
    : [fieldIssue('categoryId', 'rule.reference')]),
  ...(await regionIssues(trx, tenant)),
]

/** Counts the data of a tenant, which prevents its deletion. */
async function tenantUses(trx: Trx, { id }: Row<'tenant'>): Promise<Uses> {
  const count = (
    table:
      | 'tenantUser'
      | 'dictionary'
      | 'tenantUrl'
      | 'tenantSoftware'
      | 'tenantSite'
      | 'study'
      | 'department'
      | 'file'
      | 'roleConflict'
      | 'accessReview'
      | 'trailReview'
      | 'inspection',
  ) =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenantId', '=', id)
      .executeTakeFirstOrThrow()
  const open = await trx
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  const users = await count('tenantUser')
  const entries = await count('dictionary')
  const domains = await count('tenantUrl')
  const licences = await count('tenantSoftware')
  const sites = await count('tenantSite')
  const studies = await count('study')
  const departments = await count('department')
  const files = await count('file')
  const duties = await count('roleConflict')
  const accessReviews = await count('accessReview')
  const trailReviews = await count('trailReview')
  const holds = await countHolds(trx, { tenantId: id })
  const inspections = await count('inspection')
  return {
    'user.use.tenantUsers': users.count,
    'dictionary.use.entries': entries.count,
    'domain.use.domains': domains.count,
    'invitation.use.invitations': open.count,
    'licence.use.licences': licences.count,
    'tenantSite.use.sites': sites.count,
    'licence.use.studies': studies.count,
    'department.use.departments': departments.count,
    'file.use.files': files.count,
    'duty.use.rules': duties.count,
    'accessReview.use.reviews': accessReviews.count,
    'trailReview.use.reviews': trailReviews.count,
    'privacy.use.holds': holds,
    'inspection.use.inspections': inspections.count,
  }
}

/** A tenant: the platform's administrators add, change and delete it. */
export const tenants = entity('tenant', tenantSave, {
  tenantOf: ({ id }) => id,
  initial: () => ({ tenantCode: newTenantCode() }),
  guard: (_job, { id }) => {
    // The platform's own row is not a tenant.
    if (id === globalTenantId) reject(codes.notFound)
  },
  rules: ({ trx, input }) => tenantIssues(trx, input),
  unique: { tenant_name_unique: 'tenantName' },
  uses: tenantUses,
})
