import { softwareCodes, softwareSwitch, userInfo } from '@atrium/contract'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { asPlatform, inTransaction } from '../../../platform/database/transaction.ts'
import { platformAdministrator, seedIdentity, tenantAdministrator } from '../../access/index.ts'
import { addDomain, addLinkedStudy } from '../../products/licences/test-kit/index.ts'
import { seedSoftware } from '../../products/software/index.ts'
import { addMembership, addUser, send, signInAs, twoServers } from '../sign-in/test-kit/index.ts'

const { database, server } = twoServers()
const { account, edc, ctms, igcp } = softwareCodes

beforeAll(async () => {
  await inTransaction(database.db, asPlatform, async (trx) => {
    await seedIdentity(trx)
    await seedSoftware(trx)
  })
})

/** Adds a user to a tenant with a licence for EDC, with or without an authorization in a study. */
async function addPerson(authorized: boolean) {
  const { owner } = database
  const { id: userId, userName } = await addUser(database)
  const tenantId = await addMembership(database, userId, tenantAdministrator.id)
  await owner.insertInto('tenantSoftware').values({ tenantId, id: tenantId, softwareId: edc }).execute()
  if (authorized) {
    const tenantUrlId = await addDomain(owner, { tenantId, softwareId: edc })
    const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId: edc, tenantUrlId })
    const { id: tenantUserId } = await owner
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    await owner.insertInto('studyUser').values({ tenantId, id: tenantId, studyUrlId, tenantUserId }).execute()
  }
  const token = await signInAs(server, userName)
  const read = async () =>
    (await send(server, userInfo, {}, { token })).data?.softwareList.map(({ code }) => code)
  const change = (columns: object) =>
    owner.updateTable('tenantSoftware').set(columns).where('tenantId', '=', tenantId).execute()
  return { tenantId, read, change }
}

const day = (fromNow: number) => sql`(now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)}`

describe('a user’s products', () => {
  it('include the user centre and those with an authorization', async () => {
    expect(await (await addPerson(true)).read()).toEqual([account, edc])
    expect(await (await addPerson(false)).read()).toEqual([account])
  })

  it.each([
    ['switched off', { isEnable: false }],
    ['for another product', { softwareId: ctms }],
  ])('end from the next call on if the licence is %s', async (_how, columns) => {
    const { read, change } = await addPerson(true)
    await change(columns)
    expect(await read()).toEqual([account])
  })

  it.each([
    ['expired', { startTime: day(-9), endTime: day(-1) }],
    ['not valid yet', { startTime: day(1), endTime: day(9) }],
  ])('stay listed if the licence is %s', async (_how, columns) => {
    const { read, change } = await addPerson(true)
    await change({ timeEnable: true, ...columns })
    expect(await read()).toEqual([account, edc])
  })

  it('require only the licence for a product without authorization per study', async () => {
    const { read, change } = await addPerson(false)
    await change({ softwareId: igcp })
    const igcpRow = await database.owner
      .selectFrom('software')
      .select('isStudyAuthorization')
      .where('id', '=', igcp)
      .executeTakeFirst()
    expect(igcpRow?.isStudyAuthorization).toBe(softwareSwitch.no)
    expect(await read()).toEqual([account, igcp])
  })

  it('end with the membership, and are complete for a platform administrator', async () => {
    const { tenantId, read } = await addPerson(true)
    await database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('tenantId', '=', tenantId)
      .execute()
    expect(await read()).toEqual([account])
    const { userName } = await addUser(database, { roleId: platformAdministrator.id })
    const token = await signInAs(server, userName)
    const { data } = await send(server, userInfo, {}, { token })
    expect(data?.softwareList).toHaveLength(Object.keys(softwareCodes).length)
  })
})
