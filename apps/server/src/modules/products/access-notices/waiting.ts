import { languageOf, maxAccessUsers, type UserAccess } from '@atrium/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import { studiesInProduct, type TenantProduct, usersWhoMayOpen } from '../software/index.ts'

/** Key of a domain, as a job carries it. */
export interface DomainKey {
  readonly tenantId: string
  readonly id: string
}

/** Domain at which a product is called. */
export interface CalledDomain extends TenantProduct {
  readonly tenantUrlId: string
  readonly tenantName: string
  readonly apiUrl: string
}

/**
 * SQL condition on product_access: grants of the user in this product are being delivered for the first time. The
 * product may not know the user until that ends, and its acceptance queues another notification. A delivery that takes
 * longer than a minute no longer delays notifications.
 */
const isBeingInvited: RawBuilder<SqlBool> = sql`exists (
  select from tenant_user m
  join product_authorization a on a.tenant_id = m.tenant_id and a.tenant_user_id = m.id
  join study_url l on l.tenant_id = a.tenant_id and l.id = a.study_url_id
  join tenant_url d on d.tenant_id = l.tenant_id and d.software_id = l.software_id
  where m.tenant_id = product_access.tenant_id and m.user_id = product_access.user_id
    and d.id = product_access.tenant_url_id
    and a.state = 'waiting' and a.attempts = 0
    and a.waiting_since > now() - interval '1 minute' and a.waiting_since <= now())`

const waitingAt = (trx: Trx, { tenantId, id }: DomainKey) =>
  trx
    .selectFrom('productAccess')
    .where('tenantId', '=', tenantId)
    .where('tenantUrlId', '=', id)
    .where('state', '=', 'waiting')

/** Finds a domain, unless it was deleted or its product has no API there. */
async function findDomain(trx: Trx, { tenantId, id }: DomainKey): Promise<CalledDomain | undefined> {
  return await trx
    .selectFrom('tenantUrl')
    .innerJoin('tenant', 'tenant.id', 'tenantUrl.tenantId')
    .select(['tenantUrl.tenantId', 'tenantUrl.id as tenantUrlId', 'tenantUrl.softwareId', 'tenantUrl.apiUrl'])
    .select('tenant.tenantName')
    .where('tenantUrl.tenantId', '=', tenantId)
    .where('tenantUrl.id', '=', id)
    .where('tenantUrl.hasApi', '=', true)
    .executeTakeFirst()
}

/** Returns everything that users may do in a tenant's product. */
async function accessOf(
  trx: Trx,
  product: TenantProduct,
  versions: ReadonlyMap<string, number>,
): Promise<UserAccess[]> {
  const userIds = [...versions.keys()]
  const openers = await usersWhoMayOpen(trx, userIds, product)
  const studies = Map.groupBy(
    await studiesInProduct(trx, [...openers], product, 'accepted'),
    ({ userId }) => userId,
  )
  const people = await trx
    .selectFrom('appUser')
    .select(['id as userId', 'userName', 'fullName', 'email', 'phone', 'language'])
    .where('id', '=', sql<string>`any(${userIds})`)
    .execute()
  return people.map((person) => {
    const { userId } = person
    const mayOpen = openers.has(userId)
    return {
      // The product may not know a user who has no rights there, so it learns nothing about them.
      user: mayOpen
        ? { ...person, language: languageOf(person.language) }
        : { userId, userName: '', fullName: '', email: '', phone: '', language: '' },
      accessVersion: versions.get(userId) ?? 0,
      mayOpen,
      studies: (studies.get(userId) ?? []).map(({ access }) => access),
    }
  })
}

/** Users at a domain whose rights have to be sent to the product. */
export interface Notice {
  readonly domain: CalledDomain
  readonly users: readonly UserAccess[]
  /** Sum of the users' failed attempts. */
  readonly attempts: number
}

/**
 * Reads the rights of the next users whom a product has to be notified about: those with the fewest failed attempts
 * first, at most 100. Rights and versions are read in one snapshot, so that each version has the rights that belong to
 * it.
 * @param except ids of users to leave out
 */
export const nextNotice = (
  db: Kysely<Database>,
  key: DomainKey,
  except: ReadonlySet<string>,
): Promise<Notice | undefined> =>
  inTransaction(
    db,
    asSystem,
    async (trx) => {
      const domain = await findDomain(trx, key)
      if (!domain) return undefined
      const rows = await waitingAt(trx, key)
        .select(['userId', 'version', 'attempts'])
        .where('userId', '<>', sql<string>`all(${[...except]}::text[])`)
        .where((eb) => eb.not(isBeingInvited))
        .orderBy('attempts')
        .orderBy('changedAt')
        .limit(maxAccessUsers)
        .execute()
      if (rows.length === 0) return undefined
      const versions = new Map(rows.map(({ userId, version }) => [userId, version]))
      const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
      return { domain, users: await accessOf(trx, domain, versions), attempts }
    },
    { isolation: 'repeatable read', readOnly: true },
  )

/** Pause before another look at users who are being invited, in seconds. */
const invitationPause = 20

/** Adds a job for later if users of the domain were left out because they are being invited. */
export const queueInvited = (db: Kysely<Database>, key: DomainKey): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    const one = await waitingAt(trx, key).select('userId').where(isBeingInvited).limit(1).executeTakeFirst()
    if (!one) return
    await sql`select queue_access_notices(array[${key.tenantId}], array[${key.id}],
      now() + make_interval(secs => ${invitationPause}))`.execute(trx)
  })
