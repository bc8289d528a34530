import {
  authorizationStyles,
  type authorizationTypes,
  codes,
  globalTenantId,
  type invitingSoftware,
  type Language,
  maskedKey,
  type Option,
  type RequestOf,
  softwareCodes,
  type softwareCombobox,
  type softwareInfo,
  softwareList,
  softwareSwitch,
  type studySoftware,
} from '@atrium/contract'
import {
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import { inOrder, inTenantsAsked, nameIn, orderOf, pageOf, toWire } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import type { SoftwareTable } from '../../../platform/database/tables/software.ts'
import { isPlatform, type Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { productAccessOf } from './product-access.ts'

type Products = SelectQueryBuilder<Database, 'software', object>

const softwareOrder = orderOf('software', softwareList, {}, ['softwareName'])

const searched = ['softwareName', 'softwareNameEn', 'webCode', 'appCode'] as const

/**
 * Selects the products whose name, in either language, or codes contain a keyword. There are few products, so no
 * index is needed.
 */
const matching = (trx: Trx, { keyWord }: RequestOf<typeof softwareList>): Products =>
  trx.selectFrom('software').where(columnsContain(searched, keyWord))

const presented = (query: Products, language: Language) =>
  query.selectAll('software').select(nameIn(language, 'software.softwareName').as('displayName'))

type Found = Selectable<SoftwareTable> & { displayName: string }

/** Converts a product for the platform's administrators. Of its keys, it shows only whether one is set, and since when. */
function toSoftware({ appKeyEncrypted, formerKeyEncrypted: _, ...row }: Found) {
  const { keySetAt, formerKeyEndsAt } = row
  const isGood = formerKeyEndsAt !== null && formerKeyEndsAt.getTime() > Date.now()
  return {
    ...toWire(row),
    appKey: appKeyEncrypted === null ? '' : maskedKey,
    keySetAt: keySetAt?.toISOString() ?? '',
    formerKeyEndsAt: isGood ? formerKeyEndsAt.toISOString() : '',
    authorizationStyle: row.authorizationStyle ?? 0,
  }
}

/** Returns one page of the products, in their configured order by default. */
export const listSoftware = ({ input, trx, language }: Work<typeof softwareList>) => {
  const order = softwareOrder({ ...input, sortBy: input.sortBy ?? 'sort' })
  const present = (query: Products) => inOrder(presented(query, language), order)
  return pageOf(trx, matching(trx, input), input, present, toSoftware)
}

/** Returns one product. */
export async function findSoftware({ input, trx, language }: Work<typeof softwareInfo>) {
  const found = trx.selectFrom('software').where('id', '=', input.id)
  const row = await presented(found, language).executeTakeFirst()
  return row ? toSoftware(row) : reject(codes.notFound)
}

/** Returns all products as options, in their configured order. */
export const chooseSoftware = ({ trx, language }: Work<typeof softwareCombobox>): Promise<Option[]> =>
  trx
    .selectFrom('software')
    .select(['id as code', nameIn(language, 'software.softwareName').as('desc')])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Product columns that a tenant's role may read. */
const columnsOfStudies = [
  'id',
  'softwareName',
  'softwareNameEn',
  'describe',
  'webCode',
  'appCode',
  'sort',
  'isStudyAuthorization',
  'projdbShow',
] as const

/**
 * Returns a condition: a tenant has a URL for the product.
 * @param tenants condition on `tenantUrl` that selects the tenants
 */
const hasUrlFor = (eb: ExpressionBuilder<Database, 'software'>, tenants: RawBuilder<SqlBool>) =>
  eb.exists(
    eb
      .selectFrom('tenantUrl')
      .select('tenantUrl.id')
      .whereRef('tenantUrl.softwareId', '=', 'software.id')
      .where(tenants),
  )

/** Selects the products that authorize users per study, in their configured order. */
const ofStudies = (trx: Trx, language: Language) =>
  trx
    .selectFrom('software')
    .select(columnsOfStudies)
    .select([
      nameIn(language, 'software.softwareName').as('displayName'),
      sql<number>`coalesce(software.authorization_style, 0)`.as('authorizationStyle'),
    ])
    .where('isStudyAuthorization', '=', softwareSwitch.yes)
    .orderBy('sort')
    .orderBy('id')

/**
 * Returns the products with authorization per study for which a tenant has a URL. Without a tenant, the platform gets
 * all of them, and others get those of their tenants.
 */
export async function listStudySoftware(work: Work<typeof studySoftware>) {
  const { input, trx, language, as } = work
  // Lookups without a tenant send 0.
  const tenantId = input.tenantId === globalTenantId ? '' : input.tenantId
  const tenants = await inTenantsAsked(work, 'tenantUrl.tenantId', tenantId)
  const isForAll = tenantId === '' && isPlatform(as)
  const query = ofStudies(trx, language)
  return await (isForAll ? query : query.where((eb) => hasUrlFor(eb, tenants))).execute()
}

/** Returns the products of a tenant that have an authorization style and therefore support invitations. */
export async function listInvitingSoftware(work: Work<typeof invitingSoftware>) {
  const tenants = await inTenantsAsked(work, 'tenantUrl.tenantId', work.input.tenantId)
  return await ofStudies(work.trx, work.language)
    .where('authorizationStyle', 'is not', null)
    .where((eb) => hasUrlFor(eb, tenants))
    .execute()
}

/** Returns the authorization styles of products. */
export const listAuthorizationTypes = async ({ t }: Work<typeof authorizationTypes>): Promise<Option[]> =>
  (['rtsm', 'edc', 'ctms', 'etmf'] as const).map((style) => ({
    code: String(authorizationStyles[style]),
    desc: t(`software.style.${style}`),
  }))

/**
 * Selects, as atrium_system, the products that the caller has: all for a platform administrator, the user centre and
 * their own products for others.
 */
export const softwareOf = (trx: Trx, caller: Caller, language: Language) => {
  const all = trx
    .selectFrom('software')
    .select(['webCode as code', nameIn(language, 'software.softwareName').as('desc')])
    .orderBy('sort')
    .orderBy('id')
  if (caller.superAdmin) return all
  return all.where((eb) =>
    eb.or([
      eb('webCode', '=', softwareCodes.account),
      eb('id', 'in', productAccessOf(trx, caller.userId).select('software.id')),
    ]),
  )
}
