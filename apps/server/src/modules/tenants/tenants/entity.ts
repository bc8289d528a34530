import { randomInt } from 'node:crypto'
import { categories, codes, globalTenantId, type RequestOf, tenantSave } from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { isEntryOf } from '../../reference-data/dictionaries/index.ts'
import { regionIssues } from '../../reference-data/regions/index.ts'

/** Digits and capitals without I, L, O and U, which are misread (Crockford's base 32). */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fifty bits: among a million tenants two new codes are alike once in a billion. */
const codeLength = 10

/** A code for a new tenant, e.g. `T4K7Q0ZJ2MX`: short enough to read out, and without meaning. */
const newTenantCode = (): string =>
  `T${Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')}`

/** The fields of a tenant that refer to something that is not there. */
const tenantIssues = async (trx: Trx, tenant: RequestOf<typeof tenantSave>) => [
  ...((await isEntryOf(trx, categories.tenantCategory, tenant.categoryId))
    ? []
    : [fieldIssue('categoryId', 'rule.reference')]),
  ...(await regionIssues(trx, tenant)),
]

/** What belongs to a tenant. */
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
      | 'file',
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
  }
}

/** A tenant, as it is added, changed and deleted by the platform. */
export const tenants = entity('tenant', tenantSave, {
  tenantOf: ({ id }) => id,
  initial: () => ({ tenantCode: newTenantCode() }),
  guard: (_job, { id }) => {
    // The platform's own row is no tenant.
    if (id === globalTenantId) reject(codes.notFound)
  },
  rules: ({ trx, input }) => tenantIssues(trx, input),
  unique: { tenant_name_unique: 'tenantName' },
  uses: tenantUses,
})
