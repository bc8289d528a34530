import { softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { periodColumns } from '../../modules/access/index.ts'
import { claimLicence } from '../../modules/products/licences/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/study-products.json' with { type: 'json' }
import { demoGrant } from './product-roles.ts'
import { daysAgo, type Ids, idOf, periodDay } from './rows.ts'
import type { AddedStudy } from './studies.ts'
import { addUnblinding } from './unblinding.ts'
import { demoUsers, memberKey } from './users.ts'

/** A study that uses a product, and the users who are authorized for it there. */
interface StudyProduct {
  readonly study: string
  readonly product: keyof typeof softwareCodes
  readonly daysAgo: number
  readonly users: readonly AuthorizedUser[]
}

interface AuthorizedUser {
  readonly user: string
  /** Codes of the user's sites in the study; the whole study if this is missing. */
  readonly sites?: readonly string[]
  /** Result of the delivery to the product; if this is missing, the product accepted the user. */
  readonly state?: 'refused' | 'waiting'
  /** Days until the first day, on which the product is notified. */
  readonly accessFrom?: number
  /** Days until the last day. */
  readonly accessUntil?: number
}

const studyProducts = data as readonly StudyProduct[]

const messages = { refused: '该用户的 GCP 培训证书已过期', waiting: '软件未在规定时间内响应' }

interface Link extends StudyProduct {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly inStudy: AddedStudy
}

/** Columns of a grant, by the result of its delivery to the product. */
function deliveryOf(state: AuthorizedUser['state'], grants: string, begin: Date | null | undefined) {
  if (begin) return { state: 'waiting', waitingSince: begin, nextAttemptAt: begin } as const
  if (!state) return { state: 'accepted', acceptedGrants: grants, attempts: 1 } as const
  const nextAttemptAt = state === 'waiting' ? daysAgo(-0.25) : null
  return { state, message: messages[state], attempts: 3, nextAttemptAt }
}

/** Authorizes users in a study, except those whom the product rejects. */
async function authorizeUsers(
  trx: Trx,
  { profile: { timeZone } }: Pick<Services, 'profile'>,
  link: Link,
  { userIds, memberIds }: Pick<AddedRows, 'userIds' | 'memberIds'>,
): Promise<void> {
  const { tenantId, studyUrlId, product, inStudy } = link
  const createdAt = daysAgo(link.daysAgo - 5)
  const grantor = userIds.get(`${inStudy.tenant}.admin`) ?? ''
  const users = link.users.flatMap(({ user: userName, sites = [], state, ...days }) => {
    const tenantUserId = memberIds.get(memberKey(inStudy.tenant, userName))
    const position = demoUsers.find((user) => user.userName === userName)?.position ?? ''
    const siteIds = sites.map((code) => idOf(inStudy.siteIds, code))
    const granted = { studyUrlId, siteIds, studySiteIds: [...inStudy.siteIds.values()] }
    const from = periodDay(timeZone, days.accessFrom)
    const until = periodDay(timeZone, days.accessUntil)
    const period = { ...(from && { accessFrom: from }), ...(until && { accessUntil: until }) }
    const columns = periodColumns('access', { from, until }, { timeZone, userId: grantor })
    const grant = demoGrant(product, position, granted)
    if (!tenantUserId || !grant) return []
    return [{ tenantUserId, siteIds, state, grants: JSON.stringify({ ...grant, ...period }), columns }]
  })
  const shared = { tenantId, studyUrlId, createdAt }
  await trx
    .insertInto('studyUser')
    .values(
      users
        .filter(({ state }) => state !== 'refused')
        .flatMap(({ tenantUserId, siteIds, columns }) =>
          (siteIds.length > 0 ? siteIds : [null]).map((studySiteId) => {
            return { ...shared, id: uuidv7(), tenantUserId, studySiteId, ...columns }
          }),
        ),
    )
    .execute()
  await trx
    .insertInto('productAuthorization')
    .values(
      users.map(({ tenantUserId, state, grants, columns }) => ({
        ...{ ...shared, id: uuidv7(), batchId: uuidv7(), tenantUserId, invitationId: null, language: 'zh' },
        ...{ grants, ...deliveryOf(state, grants, columns.accessFrom) },
      })),
    )
    .execute()
}

/**
 * Marks the tenant's domain of a product as initialised before its studies began.
 * @returns undefined if the tenant has no such domain
 */
const initialiseDomain = (trx: Trx, tenantId: string, softwareId: string) =>
  trx
    .updateTable('tenantUrl')
    .set({ initialisedAt: daysAgo(96) })
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .returning('id')
    .executeTakeFirst()

interface AddedRows {
  readonly tenantIds: Ids
  readonly studies: ReadonlyMap<string, AddedStudy>
  readonly userIds: Ids
  readonly memberIds: Ids
}

/**
 * Links studies with products and authorizes users there, under the tenants' licences. Does nothing for products that
 * have no domain.
 * @returns the links with EDC, by the codes of their studies
 */
export async function addStudyProducts(
  trx: Trx,
  services: Pick<Services, 'profile'>,
  { tenantIds, studies, userIds, memberIds }: AddedRows,
): Promise<Ids> {
  const links = studyProducts.flatMap((link): Link[] => {
    const inStudy = studies.get(link.study)
    if (!inStudy) throw new Error(`The demonstration data has no study ${link.study}`)
    return [{ ...link, inStudy, tenantId: idOf(tenantIds, inStudy.tenant), studyUrlId: uuidv7() }]
  })
  const added: Link[] = []
  const asking = { trx, language: 'zh', services } as const
  for (const group of Map.groupBy(links, ({ tenantId, product }) => `${tenantId} ${product}`).values()) {
    const [first] = group
    if (!first) continue
    const { tenantId } = first
    const softwareId = softwareCodes[first.product]
    const domain = await initialiseDomain(trx, tenantId, softwareId)
    if (!domain) continue
    await claimLicence(asking, { tenantId, softwareId, counted: 'studies' }, () =>
      trx
        .insertInto('studyUrl')
        .values(
          group.map(({ studyUrlId: id, inStudy, daysAgo: days }) => ({
            ...{ tenantId, id, studyId: inStudy.id, softwareId, tenantUrlId: domain.id },
            createdAt: daysAgo(days),
          })),
        )
        .execute(),
    )
    await claimLicence(asking, { tenantId, softwareId, counted: 'users' }, async () => {
      for (const link of group) {
        if (link.product === 'rtsm') await addUnblinding(trx, { ...link, softwareId }, { userIds, memberIds })
        await authorizeUsers(trx, services, link, { userIds, memberIds })
      }
    })
    added.push(...group)
  }
  const inEdc = added.filter(({ product }) => product === 'edc')
  return new Map(inEdc.map(({ study, studyUrlId }) => [study, studyUrlId]))
}
