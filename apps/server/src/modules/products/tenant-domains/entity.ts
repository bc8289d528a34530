import { domainSave, globalTenantId, type RequestOf } from '@atrium/contract'
import { entity, type Job, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import type { Services } from '../../../platform/http/work.ts'

type DomainFields = RequestOf<typeof domainSave>
type Issue = FieldIssue<keyof DomainFields>

/** Rejects changes of a domain's tenant or product, because references to it rely on them. */
const movedIssues = (input: DomainFields, row: Row<'tenantUrl'>): Issue[] =>
  (['tenantId', 'softwareId'] as const)
    .filter((field) => input[field] !== row[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

/** Checks that tenant and product exist. */
async function referenceIssues({ trx, input }: Job<DomainFields>): Promise<Issue[]> {
  const tenant = await trx
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', input.tenantId)
    .where('id', '<>', globalTenantId)
    .executeTakeFirst()
  const product = await trx
    .selectFrom('software')
    .select('id')
    .where('id', '=', input.softwareId)
    .executeTakeFirst()
  return [
    ...(tenant ? [] : [fieldIssue('tenantId' as const, 'rule.reference')]),
    ...(product ? [] : [fieldIssue('softwareId' as const, 'rule.reference')]),
  ]
}

/** URL fields, with their use: opened as a page by browsers, or called by the server. */
const addresses = [
  { field: 'url', use: 'page' },
  { field: 'mobileUrl', use: 'page' },
  { field: 'websiteUrl', use: 'page' },
  { field: 'apiUrl', use: 'api' },
  { field: 'logoutUrl', use: 'api' },
] as const

const ruleOf = {
  invalid: 'domain.rule.address',
  insecure: 'domain.rule.insecure',
  private: 'domain.rule.private',
} as const

/** Returns issues with URLs that this deployment does not allow. */
const addressIssues = (input: DomainFields, { outbound }: Pick<Services, 'outbound'>): Issue[] =>
  addresses.flatMap(({ field, use }) => {
    const fault = input[field] === '' ? undefined : outbound.check(input[field], use)
    return fault ? [fieldIssue(field, ruleOf[fault])] : []
  })

/** Lists of URLs that browsers open, one per line of the form. */
const addressLists = ['redirectUrls', 'signedOutUrls'] as const

const lineRuleOf = {
  ...ruleOf,
  invalid: 'domain.rule.addressInLine',
  insecure: 'domain.rule.insecureLine',
} as const

/** Returns issues with URLs in lists that this deployment does not allow. */
const lineIssues = (input: DomainFields, { outbound }: Pick<Services, 'outbound'>): Issue[] =>
  addressLists.flatMap((field) =>
    input[field].flatMap((address, index) => {
      const fault = outbound.check(address, 'page')
      return fault ? [fieldIssue(field, lineRuleOf[fault], { line: index + 1 })] : []
    }),
  )

/** Counts the studies that use a domain. */
async function domainUses(trx: Trx, { tenantId, id }: Row<'tenantUrl'>): Promise<Uses> {
  const studies = await trx
    .selectFrom('studyUrl')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('tenantUrlId', '=', id)
    .executeTakeFirstOrThrow()
  return { 'licence.use.studies': studies.count }
}

interface DomainFacts {
  readonly services: Pick<Services, 'outbound'>
  /** Whether the API URL changes, so that the product has to be initialised again. */
  readonly callsMove?: boolean
}

/** A domain of a tenant: the platform's administrators add, change and delete it. */
export const domains = ({ services, callsMove = false }: DomainFacts) =>
  entity('tenantUrl', domainSave, {
    tenantOf: ({ tenantId }) => tenantId,
    computed: () => (callsMove ? { initStartedAt: null, initialisedAt: null } : {}),
    rules: async (job, row) => [
      ...(row ? movedIssues(job.input, row) : await referenceIssues(job)),
      ...addressIssues(job.input, services),
      ...lineIssues(job.input, services),
    ],
    unique: { tenant_url_name_unique: 'urlName' },
    uses: domainUses,
  })
