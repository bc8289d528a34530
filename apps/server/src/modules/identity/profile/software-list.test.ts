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

/** A user in a tenant with a licence for EDC, authorized in a study there or not. */
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

describe('the products that somebody has', () => {
  it('are the user centre and those that they are authorized in', async () => {
    expect(await (await addPerson(true)).read()).toEqual([account, edc])
    expect(await (await addPerson(false)).read()).toEqual([account])
  })

  it.each([
    ['switched off', { isEnable: false }],
    ['for another product', { softwareId: ctms }],
  ])('end, from the next call on, where the licence is %s', async (_how, columns) => {
    const { read, change } = await addPerson(true)
    await change(columns)
    expect(await read()).toEqual([account])
  })

  it.each([
    ['over', { startTime: day(-9), endTime: day(-1) }],
    ['still to begin', { startTime: day(1), endTime: day(9) }],
  ])('stay where the licence is %s: that they cannot be opened today is said', async (_how, columns) => {
    const { read, change } = await addPerson(true)
    await change({ timeEnable: true, ...columns })
    expect(await read()).toEqual([account, edc])
  })

  it('are had through the licence alone where nobody is authorized study by study', async () => {
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

  it('end with the membership, and include everything for a platform administrator', async () => {
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
