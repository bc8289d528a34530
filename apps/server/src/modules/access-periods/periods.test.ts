import { randomUUID } from 'node:crypto'
import type { ProductGrant } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { whileLocked } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import type { Database } from '../../platform/database/index.ts'
import { until } from '../messages/test-kit/index.ts'
import { accepting, type Notices, startNotices } from '../products/access-notices/test-kit/index.ts'
import { addStudy } from '../studies/study-users/test-kit/index.ts'
import { keepPeriods, startAccessPeriods } from './worker.ts'

jest.setTimeout(180_000)

let kit: Notices

beforeAll(async () => {
  kit = await startNotices()
})

afterAll(() => kit.close())

beforeEach(async () => {
  kit.product.received.length = 0
  kit.product.respondWith(accepting())
  await kit.work()
  // What began before the first run is not noted.
  await run()
})

afterEach(async () => {
  await kit.stopWork()
  await kit.forget()
  expect(kit.errors.splice(0)).toEqual([])
})

const owner = () => kit.suite.database.owner
const run = () => keepPeriods(testServices(kit.suite.database))

type User = Awaited<ReturnType<Notices['colleague']>>

const ago = sql<Date>`now() - interval '1 second'`
const later = sql<Date>`now() + interval '1 hour'`

/** Changes rows as if only time had passed: without noting the change for products. */
async function silently(
  table: 'study_user' | 'tenant_user',
  change: (trx: Transaction<Database>) => Promise<unknown>,
) {
  await owner()
    .transaction()
    .execute(async (trx) => {
      await sql`alter table ${sql.table(table)} disable trigger note_update`.execute(trx)
      await change(trx)
      await sql`alter table ${sql.table(table)} enable trigger note_update`.execute(trx)
      await sql`update access_clock set noted_until = now() - interval '1 minute'`.execute(trx)
    })
}

const setMembership = ({ id }: User, facts: object) =>
  silently('tenant_user', (trx) => trx.updateTable('tenantUser').set(facts).where('id', '=', id).execute())

const setAuthorizations = ({ id }: { readonly id: string }, facts: object) =>
  silently('study_user', (trx) =>
    trx.updateTable('studyUser').set(facts).where('tenantUserId', '=', id).execute(),
  )

/** Runs, and returns the product's next notice about a user. */
async function noticeAfterRun({ userId }: User) {
  const { length } = kit.product.noticesOf(userId)
  await run()
  await until(() => kit.product.noticesOf(userId).length > length)
  await kit.reached(userId, 'notified')
  return kit.product.noticesOf(userId).at(-1)
}

const versionOf = async ({ userId }: User) => (await kit.noteOf(userId))?.version

/** Expects that another run notes nothing more about a user. */
async function expectNothingMore(user: User) {
  const version = await versionOf(user)
  await run()
  expect(await versionOf(user)).toBe(version)
}

const authorizationsOf = ({ id }: { readonly id: string }) =>
  owner().selectFrom('studyUser').selectAll().where('tenantUserId', '=', id).execute()

const grant: ProductGrant = { generalRoleId: 'M1', roles: [], siteIds: [], allSites: true }

const addGrant = async (who: { tenantUserId: string } | { invitationId: string }, facts: object = {}) => {
  const { tenantId, studyUrlId } = kit.study
  const id = randomUUID()
  const row = { tenantId, id, studyUrlId, grants: JSON.stringify(grant), language: 'zh', batchId: id }
  await owner()
    .insertInto('productAuthorization')
    .values({ ...row, ...who, ...facts })
    .execute()
  return id
}

const grantOf = (id: string) =>
  owner().selectFrom('productAuthorization').selectAll().where('id', '=', id).executeTakeFirst()

const eventsOf = (studyUrlId: string) =>
  owner()
    .selectFrom('auditEvent')
    .select(['actorId', 'call', 'tenantId', 'before', 'after'])
    .where('entity', '=', 'study_user')
    .where('entityId', '=', studyUrlId)
    .where('call', '=', '')
    .orderBy('sequence')
    .execute()

describe('an authorization', () => {
  it('ends by itself, with an event of the system and a notice to the product', async () => {
    const user = await kit.authorized()
    const [grantId, events] = [
      await addGrant({ tenantUserId: user.id }, { state: 'accepted', acceptedGrants: JSON.stringify(grant) }),
      await eventsOf(kit.study.studyUrlId),
    ]
    await setAuthorizations(user, { accessUntil: ago })
    expect(await noticeAfterRun(user)).toMatchObject({ mayOpen: false, studies: [] })
    expect(await authorizationsOf(user)).toEqual([])
    expect(await grantOf(grantId)).toBeUndefined()
    expect((await eventsOf(kit.study.studyUrlId)).slice(events.length)).toEqual([
      {
        actorId: null,
        call: '',
        tenantId: kit.study.tenantId,
        before: {
          list: [
            expect.objectContaining({ tenantUserId: user.id }),
            expect.objectContaining({ tenantUserId: user.id }),
          ],
        },
        after: null,
      },
    ])
    await expectNothingMore(user)
  })

  it('does not end before its time, and keeps its grants while another one of the user is left', async () => {
    const user = await kit.authorized()
    const id = await addGrant({ tenantUserId: user.id }, { state: 'accepted' })
    const end = (site: string, accessUntil: RawBuilder<Date>) =>
      owner()
        .updateTable('studyUser')
        .set({ accessUntil })
        .where('tenantUserId', '=', user.id)
        .where('studySiteId', '=', site)
        .execute()
    await end(kit.first, ago)
    await end(kit.second, later)
    await run()
    expect(await authorizationsOf(user)).toMatchObject([{ studySiteId: kit.second }])
    expect(await grantOf(id)).toMatchObject({ tenantUserId: user.id })
    await end(kit.second, ago)
    await run()
    expect(await grantOf(id)).toBeUndefined()
  })

  it('begins by itself: the product is notified once', async () => {
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await owner()
      .updateTable('studyUser')
      .set({ accessFrom: later })
      .where('tenantUserId', '=', user.id)
      .execute()
    await until(() => kit.product.noticesOf(user.userId).at(-1)?.mayOpen === false)
    await kit.reached(user.userId, 'notified')
    await expectNothingMore(user)
    await setAuthorizations(user, { accessFrom: ago })
    expect(await noticeAfterRun(user)).toMatchObject({
      mayOpen: true,
      studies: [{ studyUrlId: kit.study.studyUrlId, sites: [{ id: kit.first }, { id: kit.second }] }],
    })
    await expectNothingMore(user)
  })

  it('is not noted for the product by a reminder, which changes no right', async () => {
    const user = await kit.authorized()
    const version = await versionOf(user)
    const change = owner().updateTable('studyUser').where('tenantUserId', '=', user.id)
    await change.set({ accessReminded: 14 }).execute()
    expect(await versionOf(user)).toBe(version)
    await change.set({ accessUntil: new Date('2099-01-01') }).execute()
    expect(await versionOf(user)).not.toBe(version)
  })

  it('of an invitation ends too, with its grant', async () => {
    const { tenantId, studyUrlId } = kit.study
    const id = randomUUID()
    const email = `${id}@hospital.example`
    await owner()
      .insertInto('invitation')
      .values({ tenantId, id, keyHash: id, email, emailKey: email, language: 'zh', expiresAt: later })
      .execute()
    await owner()
      .insertInto('studyUser')
      .values({ tenantId, id, studyUrlId, invitationId: id, accessUntil: ago })
      .execute()
    const over = { ...grant, accessUntil: '2020-01-01' }
    const grantId = await addGrant({ invitationId: id }, { grants: JSON.stringify(over) })
    await run()
    expect(await owner().selectFrom('studyUser').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await grantOf(grantId)).toBeUndefined()
  })
})

describe('an authorization that a pending change continues', () => {
  const pending = { ...grant, accessUntil: '2999-12-31' }

  const addPending = async (user: User, facts: object = {}) =>
    addGrant(
      { tenantUserId: user.id },
      // A first attempt in progress would delay the notice.
      { grants: JSON.stringify(pending), acceptedGrants: JSON.stringify(grant), attempts: 1, ...facts },
    )

  it('becomes part of the change: it does not apply until the product accepts that', async () => {
    const user = await kit.authorized()
    const id = await addPending(user, { grantedBy: user.userId })
    const before = await authorizationsOf(user)
    await setAuthorizations(user, { accessUntil: ago })
    expect(await noticeAfterRun(user)).toMatchObject({ studies: [] })
    const rows = await authorizationsOf(user)
    expect(rows).toMatchObject(
      before.map(() => ({
        accessFrom: null,
        accessUntil: new Date('2999-12-31T16:00:00Z'),
        accessUntilBy: user.userId,
        accessReminded: null,
      })),
    )
    const found = await grantOf(id)
    expect(found).toMatchObject({ state: 'waiting', acceptedGrants: null, grants: pending })
    expect(found?.studyUserIds.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
    expect((await eventsOf(kit.study.studyUrlId)).at(-1)).toMatchObject({
      before: { list: before.map(({ studySiteId }) => ({ studySiteId })) },
      after: { list: rows.map(({ studySiteId }) => ({ studySiteId })) },
    })
  })

  it('ends for good where the change replaces it', async () => {
    const user = await kit.authorized()
    const [first] = await authorizationsOf(user)
    const id = await addPending(user, { replacedStudyUserIds: [first?.id ?? ''] })
    await setAuthorizations(user, { accessUntil: ago })
    await run()
    const rows = await authorizationsOf(user)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.studySiteId).not.toBe(first?.studySiteId)
    expect(await grantOf(id)).toMatchObject({ studyUserIds: [rows[0]?.id] })
  })

  it('ends for good with a change whose last day is over too', async () => {
    const user = await kit.authorized()
    const over = { ...grant, accessUntil: '2020-01-01' }
    const id = await addPending(user, { grants: JSON.stringify(over) })
    await setAuthorizations(user, { accessUntil: ago })
    await run()
    expect(await authorizationsOf(user)).toEqual([])
    expect(await grantOf(id)).toBeUndefined()
  })
})

describe('a membership', () => {
  it('begins and ends by itself: the product is notified each time, once', async () => {
    const user = await kit.authorized()
    await owner().updateTable('tenantUser').set({ accessFrom: later }).where('id', '=', user.id).execute()
    await until(() => kit.product.noticesOf(user.userId).at(-1)?.mayOpen === false)
    await kit.reached(user.userId, 'notified')
    await expectNothingMore(user)
    await setMembership(user, { accessFrom: ago })
    expect(await noticeAfterRun(user)).toMatchObject({ mayOpen: true })
    await expectNothingMore(user)
    await setMembership(user, { accessUntil: ago })
    expect(await noticeAfterRun(user)).toMatchObject({ mayOpen: false })
    await expectNothingMore(user)
    expect(await authorizationsOf(user)).toHaveLength(2)
  })
})

describe('several processes', () => {
  /** Adds a study with more people than one transaction ends, each with a grant and authorized at both sites. */
  const addMany = async (count: number) => {
    const { tenantId, softwareId } = kit.study
    const study = await addStudy(kit.suite.database, { tenantId, softwareId }, `大型研究 ${randomUUID()}`)
    const { studyUrlId } = study
    const people = sql`(select 'many-' || n || ${studyUrlId} as id from generate_series(1, ${sql.lit(count)}) n)`
    await sql`insert into app_user (id, user_name, user_name_key, full_name, password_hash, password_changed_at)
      select id, id, id, id, '', now() from ${people} p`.execute(owner())
    await sql`insert into tenant_user (tenant_id, id, user_id) select ${tenantId}, id, id from ${people} p`.execute(
      owner(),
    )
    await sql`insert into study_user (tenant_id, id, study_url_id, study_site_id, tenant_user_id, access_until)
      select ${tenantId}, gen_random_uuid()::text, ${studyUrlId}, site, id, now() - interval '1 second'
      from ${people} p, unnest(${[kit.first, kit.second]}::text[]) as site`.execute(owner())
    await sql`insert into product_authorization
        (tenant_id, id, study_url_id, tenant_user_id, grants, state, accepted_grants, language, batch_id)
      select ${tenantId}, id, ${studyUrlId}, id, '{}', 'accepted', '{}', 'zh', id from ${people} p`.execute(
      owner(),
    )
    return study
  }

  const leftIn = async (table: 'studyUser' | 'productAuthorization', studyUrlId: string) =>
    (await owner().selectFrom(table).select('id').where('studyUrlId', '=', studyUrlId).execute()).length

  it('end each authorization once between them, in several transactions', async () => {
    const { studyUrlId } = await addMany(600)
    await Promise.all([run(), run(), run()])
    expect(await leftIn('studyUser', studyUrlId)).toBe(0)
    expect(await leftIn('productAuthorization', studyUrlId)).toBe(0)
    const lists = (await eventsOf(studyUrlId)).map(
      ({ before }) => (before as { list: readonly { readonly id: string }[] }).list,
    )
    expect(lists.length).toBeGreaterThan(2)
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThanOrEqual(500)
    expect(lists.flat()).toHaveLength(1200)
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1200)
  })

  it('do not wait for an authorization that a call is changing', async () => {
    const { studyUrlId } = await addMany(2)
    const [first] = await owner()
      .selectFrom('studyUser')
      .select('id')
      .where('studyUrlId', '=', studyUrlId)
      .orderBy('id')
      .execute()
    await whileLocked(
      kit.suite.database,
      (trx) =>
        trx
          .selectFrom('studyUser')
          .select('id')
          .where('id', '=', first?.id ?? '')
          .forUpdate()
          .execute(),
      run,
    )
    expect(await leftIn('studyUser', studyUrlId)).toBe(1)
    expect(await leftIn('productAuthorization', studyUrlId)).toBe(1)
    await run()
    expect(await leftIn('studyUser', studyUrlId)).toBe(0)
    expect(await leftIn('productAuthorization', studyUrlId)).toBe(0)
  })

  it('run it in the background until they stop', async () => {
    const { studyUrlId } = await addMany(1)
    const errors: unknown[] = []
    const services = testServices(kit.suite.database)
    const { stop } = startAccessPeriods({ services, onError: (error) => errors.push(error) })
    await until(async () => (await leftIn('studyUser', studyUrlId)) === 0)
    await stop(AbortSignal.timeout(10_000))
    expect(errors).toEqual([])
  })
})
