import { codes, parseProfile, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { withPool } from '../../../platform/database/connect.ts'
import {
  asPlatform,
  asSystem,
  asTenants,
  type Database,
  inTransaction,
  type RunAs,
  type Trx,
} from '../../../platform/database/index.ts'
import { createPool } from '../../../platform/database/pool.ts'
import { pooled } from '../../../platform/database/pooled-connection.ts'
import type { TenantSoftwareTable } from '../../../platform/database/tables/licences.ts'
import { Rejection } from '../../../platform/http/rejection.ts'
import { translator } from '../../../platform/texts/translator.ts'
import { checkLicence, claimLicence, type LicenceClaim } from './claim.ts'
import { addDomain, addLinkedStudy } from './test-kit/index.ts'

let database: TestDatabase
/** Connections of a second server: in these tests, 32 transactions run at the same time. */
let elsewhere: ReturnType<typeof createPool>
let servers: readonly Kysely<Database>[]

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  elsewhere = createPool(database.url)
  servers = [database.db, withPool(pooled(elsewhere))]
})

afterAll(async () => {
  await elsewhere.end()
  await database.close()
})

const { edc: softwareId, rtsm } = softwareCodes
const profile = parseProfile({ timeZone: 'Asia/Shanghai' })
type Facts = Partial<Insertable<TenantSoftwareTable>>

let tenants = 0

/** Adds a tenant with an EDC domain and, if given, a licence for EDC. */
async function addTenant(licence?: Facts) {
  const tenantId = `claiming-${++tenants}`
  const { owner } = database
  const names = { tenantName: '示例申办方', tenantCode: tenantId, abbr: tenantId, categoryId: '' }
  await owner
    .insertInto('tenant')
    .values({ id: tenantId, ...names, tenantName: `示例申办方 ${tenants}` })
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  if (licence)
    await owner
      .insertInto('tenantSoftware')
      .values({ tenantId, id: tenantId, softwareId, ...licence })
      .execute()
  return { tenantId, tenantUrlId }
}

type Tenant = Awaited<ReturnType<typeof addTenant>>

const linkStudy = (trx: Kysely<Database>, { tenantId, tenantUrlId }: Tenant) =>
  addLinkedStudy(trx, { tenantId, softwareId, tenantUrlId })

async function addTenantUser({ tenantId }: Tenant): Promise<string> {
  const id = uuidv7()
  const { owner } = database
  await owner.insertInto('appUser').values({ id, fullName: id, userName: id, userNameKey: id }).execute()
  await owner.insertInto('tenantUser').values({ tenantId, id, userId: id }).execute()
  return id
}

const authorize = (
  trx: Kysely<Database>,
  { tenantId }: Tenant,
  studyUrlId: string,
  who: { tenantUserId: string } | { invitationId: string },
) =>
  trx
    .insertInto('studyUser')
    .values({ tenantId, id: uuidv7(), studyUrlId, ...who })
    .execute()

/** Adds an invitation that expires in the given number of minutes. */
async function invite({ tenantId }: Tenant, email: string, minutes = 60): Promise<string> {
  const id = uuidv7()
  await database.owner
    .insertInto('invitation')
    .values({
      tenantId,
      id,
      keyHash: id,
      email,
      emailKey: email,
      language: 'zh',
      expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  return id
}

const askingIn = (trx: Trx, language: 'zh' | 'en' = 'zh') => ({ trx, language, services: { profile } })

interface Claiming {
  readonly counted: LicenceClaim['counted']
  readonly as?: RunAs
  readonly server?: number
  readonly language?: 'zh' | 'en'
}

/**
 * Adds studies or users under a tenant's licence.
 * @returns 'added', or the message of the rejection
 */
async function claim(
  { tenantId }: Tenant,
  { counted, as = asTenants([tenantId]), server = 0, language = 'zh' }: Claiming,
  add: (trx: Trx) => Promise<unknown>,
): Promise<string> {
  try {
    await inTransaction(servers[server] ?? database.db, as, (trx) =>
      claimLicence(askingIn(trx, language), { tenantId, softwareId, counted }, () => add(trx)),
    )
    return 'added'
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    expect(error.code).toBe(codes.licence)
    return translator(language)(error.key, error.params)
  }
}

const claimStudy = (tenant: Tenant, more: Partial<Claiming> = {}) =>
  claim(tenant, { counted: 'studies', ...more }, (trx) => linkStudy(trx, tenant))

const countIn = async (table: 'studyUrl' | 'studyUser', { tenantId }: Tenant): Promise<number> => {
  const rows = await database.owner.selectFrom(table).select('id').where('tenantId', '=', tenantId).execute()
  return rows.length
}

const tally = (responses: readonly string[]) => ({
  added: responses.filter((response) => response === 'added').length,
  refused: responses.filter((response) => response !== 'added').length,
})

describe('fifty concurrent additions from two servers with ten free seats', () => {
  it('allow ten linked studies', async () => {
    const tenant = await addTenant({ studyEnable: true, maxStudy: 12 })
    for (let used = 0; used < 2; used += 1) await linkStudy(database.owner, tenant)
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => claimStudy(tenant, { server: index % 2 })),
    )
    expect(tally(responses)).toEqual({ added: 10, refused: 40 })
    expect(await countIn('studyUrl', tenant)).toBe(12)
    expect(responses).toContain(
      `“示例申办方 ${tenants}”的“电子数据采集系统（EDC）”研究数量不足：上限 12 个，已用 12 个，本次需要 1 个`,
    )
  })

  it('authorize ten users, directly or by invitation', async () => {
    const tenant = await addTenant({ userEnable: true, maxUser: 10 })
    const studyUrlId = await linkStudy(database.owner, tenant)
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        index % 3 === 0
          ? { invitationId: await invite(tenant, `i${index}@hospital.example`) }
          : { tenantUserId: await addTenantUser(tenant) },
      ),
    )
    const responses = await Promise.all(
      people.map((who, index) =>
        claim(
          tenant,
          { counted: 'users', server: index % 2, as: index % 5 === 0 ? asPlatform : undefined },
          (trx) => authorize(trx, tenant, studyUrlId, who),
        ),
      ),
    )
    expect(tally(responses)).toEqual({ added: 10, refused: 40 })
    expect(await countIn('studyUser', tenant)).toBe(10)
  })
})

describe('licence capacity', () => {
  it('allows another study for a user who already has a seat, even when a lowered limit is exceeded', async () => {
    const tenant = await addTenant({ userEnable: true, maxUser: 1 })
    const [one, other] = [await addTenantUser(tenant), await addTenantUser(tenant)]
    const first = await linkStudy(database.owner, tenant)
    const second = await linkStudy(database.owner, tenant)
    for (const tenantUserId of [one, other]) await authorize(database.owner, tenant, first, { tenantUserId })
    const authorizing = (tenantUserId: string) =>
      claim(tenant, { counted: 'users', language: 'en' }, (trx) =>
        authorize(trx, tenant, second, { tenantUserId }),
      )
    expect(await authorizing(one)).toBe('added')
    expect(await authorizing(await addTenantUser(tenant))).toBe(
      `The licence of “示例申办方 ${tenants}” for “Electronic Data Capture (EDC)” has too few user seats: ` +
        '2 of 1 are used (including disabled users and pending invitations), and this needs 1 more',
    )
  })

  it('counts each invited address once while the invitation is open, and passes the seat to the user who accepts it', async () => {
    const tenant = await addTenant({ userEnable: true, maxUser: 1 })
    const studyUrlId = await linkStudy(database.owner, tenant)
    const inviting = async (email: string, minutes?: number) => {
      const invitationId = await invite(tenant, email, minutes)
      const response = await claim(tenant, { counted: 'users' }, (trx) =>
        authorize(trx, tenant, studyUrlId, { invitationId }),
      )
      return { invitationId, response }
    }
    expect(await inviting('late@hospital.example', -1)).toMatchObject({ response: 'added' })
    const { invitationId } = await inviting('one@hospital.example')
    expect(await inviting('one@hospital.example')).toMatchObject({ response: 'added' })
    expect(await inviting('two@hospital.example')).toMatchObject({
      response: expect.stringContaining(
        '上限 1 名，已用 1 名（含已停用的用户和未接受的邀请），本次需要 1 名',
      ),
    })
    const tenantUserId = await addTenantUser(tenant)
    const { owner } = database
    await owner
      .updateTable('invitation')
      .set({ status: 'withdrawn' })
      .where('tenantId', '=', tenant.tenantId)
      .where('id', '<>', invitationId)
      .execute()
    const accepting = claim(tenant, { counted: 'users', as: asSystem }, async (trx) => {
      await trx.updateTable('invitation').set({ status: 'accepted' }).where('id', '=', invitationId).execute()
      await trx
        .updateTable('studyUser')
        .set({ tenantUserId, invitationId: null })
        .where('invitationId', '=', invitationId)
        .execute()
    })
    expect(await accepting).toBe('added')
  })

  it('is released when its transaction is rolled back', async () => {
    const tenant = await addTenant({ studyEnable: true, maxStudy: 1 })
    const undone = claim(tenant, { counted: 'studies' }, async (trx) => {
      await linkStudy(trx, tenant)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await claimStudy(tenant)).toBe('added')
    expect(await claimStudy(tenant)).toMatch('已用 1 个')
  })

  it('is claimed for all studies of a call or for none', async () => {
    const tenant = await addTenant({ studyEnable: true, maxStudy: 2 })
    const three = claim(tenant, { counted: 'studies' }, async (trx) => {
      for (let count = 0; count < 3; count += 1) await linkStudy(trx, tenant)
    })
    expect(await three).toMatch('已用 0 个，本次需要 3 个')
    expect(await countIn('studyUrl', tenant)).toBe(0)
  })

  it('is unlimited for studies if only users are limited', async () => {
    const tenant = await addTenant({ userEnable: true, maxUser: 1 })
    for (let count = 0; count < 3; count += 1) expect(await claimStudy(tenant)).toBe('added')
  })
})

const day = (fromNow: number) => sql<string>`(now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)}`
const period = (from: number, to: number): Facts =>
  ({ timeEnable: true, startTime: day(from), endTime: day(to) }) as unknown as Facts

describe('an invalid licence', () => {
  it.each<[string, Facts | undefined, RegExp]>([
    ['is missing', undefined, /没有“电子数据采集系统（EDC）”的授权/],
    ['is switched off', { isEnable: false }, /授权已停用/],
    ['begins tomorrow', period(1, 9), /授权自 \d{4}-\d\d-\d\d 起生效/],
    ['ended yesterday', period(-9, -1), /授权已于 \d{4}-\d\d-\d\d 到期/],
  ])('rejects sign-ins and additions if it %s', async (_what, licence, said) => {
    const tenant = await addTenant(licence)
    expect(await claimStudy(tenant)).toMatch(said)
    expect(await countIn('studyUrl', tenant)).toBe(0)
    const of = { tenantId: tenant.tenantId, softwareId }
    const entering = inTransaction(database.db, asSystem, (trx) => checkLicence(askingIn(trx), of))
    await expect(entering).rejects.toMatchObject({ code: codes.licence })
  })

  it('is valid on its first and its last day', async () => {
    for (const licence of [period(0, 0), period(-3, 0), period(0, 3), {}]) {
      const tenant = await addTenant(licence)
      expect(await claimStudy(tenant)).toBe('added')
      const of = { tenantId: tenant.tenantId, softwareId }
      const entering = inTransaction(database.db, asSystem, (trx) => checkLicence(askingIn(trx), of))
      await expect(entering).resolves.toBeUndefined()
    }
  })

  it('applies to one product only', async () => {
    const tenant = await addTenant({ softwareId: rtsm })
    expect(await claimStudy(tenant)).toMatch('没有')
  })

  it('is not found for another tenant, and its names are not disclosed', async () => {
    const [tenant, other] = [await addTenant({}), await addTenant({})]
    const { tenantId } = tenant
    const asking = inTransaction(database.db, asTenants([other.tenantId]), (trx) =>
      claimLicence(askingIn(trx), { tenantId, softwareId, counted: 'studies' }, async () => 'never'),
    )
    await expect(asking).rejects.toMatchObject({ code: codes.notFound })
  })
})
