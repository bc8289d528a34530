import {
  blinding,
  type Call,
  codes,
  edcChanges,
  type InputOf,
  inviteIwrs,
  softwareCodes,
  studyUserExtend,
  studyUserList,
  unblindingApprove,
  unblindingList,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import { daysIn } from '../../access/index.ts'
import { dayFromNow, timeZone } from '../../access/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { studiesInProduct } from '../../products/software/index.ts'
import {
  accept,
  answering,
  deliverDue,
  type Inviting,
  newAddress,
  roleId,
  saying,
  startInviting,
  typeId,
} from './test-kit/index.ts'

let inviting: Inviting
/** A second administrator of the tenant, who approves. */
let second: Sender & { readonly userId: string; readonly memberId: string }

const owner = () => inviting.suite.database.owner
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = inviting.suite.here) =>
  send(inviting.suite.server, made, input, sender)

beforeAll(async () => {
  inviting = await startInviting()
  second = await inviting.addAdministrator()
})

afterAll(() => inviting.close())

beforeEach(() => {
  inviting.product.respondWith(answering())
  inviting.product.offers([])
})

const deliver = () => deliverDue(testServices(inviting.suite.database))

/** Moves the begin of what is planned for a member to now. */
async function begin({ id }: { readonly id: string }) {
  await owner()
    .updateTable('studyUser')
    .set({ accessFrom: sql<Date>`now()` })
    .where('tenantUserId', '=', id)
    .where('accessFrom', '>', sql<Date>`now()`)
    .execute()
  await owner()
    .updateTable('productAuthorization')
    .set({ waitingSince: sql<Date>`now()`, nextAttemptAt: sql<Date>`now()` })
    .where('tenantUserId', '=', id)
    .execute()
}

/** Returns what a member may do in EDC now, as a hand-over passes it on. */
const inEdc = ({ userId }: { readonly userId: string }) =>
  inTransaction(inviting.suite.database.db, asSystem, (trx) =>
    studiesInProduct(trx, userId, { tenantId: inviting.tenantId, softwareId: softwareCodes.edc }, 'granted'),
  )

const rowOf = async (studyUrlId: string, { id }: { readonly id: string }) => {
  const { data } = await call(studyUserList, { studyUrlId, limit: 1000 })
  return data?.list.find(({ tenantUserId }) => tenantUserId === id)
}

describe('a grant with a first day that is yet to come', () => {
  it('is sent to the product on that day, not before, and gives access from then on', async () => {
    const person = await inviting.addPerson('林一')
    const calls = inviting.product.received.length
    const { data } = await inviting.invite({
      userList: [person.id],
      accessFrom: dayFromNow(3),
      accessUntil: dayFromNow(30),
    })
    expect(data).toMatchObject({
      success: [],
      outcomes: [{ name: '林一', state: 'planned', reason: `${dayFromNow(3)} 生效，届时通知产品` }],
    })
    await deliver()
    expect(inviting.product.received).toHaveLength(calls)
    expect(await inEdc(person)).toEqual([])
    const { studyUrlId } = inviting.edc
    expect(await rowOf(studyUrlId, person)).toMatchObject({
      accessFrom: dayFromNow(3),
      accessUntil: dayFromNow(30),
      accessState: 'upcoming',
      grantState: 'planned',
    })
    await begin(person)
    await deliver()
    expect(inviting.product.received.slice(calls).map(({ body }) => body.grant)).toMatchObject([
      { accessFrom: dayFromNow(3), accessUntil: dayFromNow(30) },
    ])
    expect(await rowOf(studyUrlId, person)).toMatchObject({ grantState: 'accepted' })
  })

  it('leaves the present grant in force until it begins', async () => {
    const person = await inviting.addPerson('陈二')
    await inviting.invite({ userList: [person.id] })
    const change = {
      userList: [person.id],
      replacing: [person.id],
      accessFrom: dayFromNow(2),
      userStudyRoles: [{ roleId: 'R2', environmentId: 'E1', roleName: 'CTM', studyId: '' }],
    }
    const { data } = await inviting.invite(change)
    expect(data?.outcomes).toMatchObject([{ state: 'planned' }])
    const roles = async () => (await inEdc(person)).map(({ access }) => access.grant?.roles[0]?.roleId)
    expect(await roles()).toEqual(['R1'])
    await begin(person)
    expect(await roles()).toEqual(['R2'])
    inviting.product.respondWith(saying({ code: codes.invalid, message: '培训未完成' }))
    await deliver()
    expect(await roles()).toEqual(['R1'])
    expect(await rowOf(inviting.edc.studyUrlId, person)).toMatchObject({ accessFrom: '', accessUntil: '' })
  })
})

describe('a planned grant that another one replaces', () => {
  it('no longer begins by itself: its sites begin with the later one', async () => {
    const person = await inviting.addPerson('许十')
    const [first = '', second = ''] = inviting.edc.siteIds
    await inviting.invite({ userList: [person.id], siteList: [first], accessFrom: dayFromNow(2) })
    const later = { siteList: [first, second], accessFrom: dayFromNow(9), replacing: [person.id] }
    await inviting.invite({ userList: [person.id], ...later })
    expect(await rowOf(inviting.edc.studyUrlId, person)).toMatchObject({
      siteCount: 2,
      accessFrom: dayFromNow(9),
      periodsDiffer: false,
    })
    await begin(person)
    expect((await inEdc(person))[0]?.access.sites).toHaveLength(2)
  })
})

describe('the period of a grant', () => {
  it('is checked at its fields, with that of the membership', async () => {
    const person = await inviting.addPerson('王三')
    const rejected = async (periods: Parameters<Inviting['invite']>[0]) =>
      (await inviting.invite({ userList: [person.id], ...periods })).errors?.map(({ field }) => field)
    expect(await rejected({ accessUntil: dayFromNow(-1) })).toEqual(['accessUntil'])
    expect(
      await rejected({ accessFrom: dayFromNow(3), accessUntil: dayFromNow(2), memberUntil: dayFromNow(-1) }),
    ).toEqual(['accessUntil', 'memberUntil'])
    expect(await inviting.grantsOf(person.id)).toEqual([])
  })

  it('is a change that has to be confirmed, and applies to all sites once the product accepts it', async () => {
    const person = await inviting.addPerson('赵四')
    const siteList = [...inviting.edc.siteIds]
    await inviting.invite({ userList: [person.id], siteList })
    const until = { userList: [person.id], siteList, accessUntil: dayFromNow(40) }
    expect((await inviting.invite(until)).errors).toMatchObject([{ field: 'userList' }])
    const { data } = await call(edcChanges, inviting.input(until))
    expect(data?.changes).toMatchObject([{ name: '赵四' }])
    expect(data?.changes[0]?.before.grant).not.toHaveProperty('accessUntil')
    expect(data?.after.grant).toMatchObject({ accessUntil: dayFromNow(40) })
    expect((await inviting.invite({ ...until, replacing: [person.id] })).data?.outcomes).toMatchObject([
      { state: 'accepted' },
    ])
    expect(await rowOf(inviting.edc.studyUrlId, person)).toMatchObject({
      siteCount: siteList.length,
      accessUntil: dayFromNow(40),
      periodsDiffer: false,
    })
    // The same again is no change.
    expect((await inviting.invite(until)).data?.outcomes).toMatchObject([{ state: 'accepted' }])
  })

  it('is extended with the grant, so that the product is notified of the new day', async () => {
    const person = await inviting.addPerson('钱五')
    await inviting.invite({ userList: [person.id], accessUntil: dayFromNow(5) })
    const { id = '' } = (await rowOf(inviting.edc.studyUrlId, person)) ?? {}
    expect(await call(studyUserExtend, { ids: [id], accessUntil: dayFromNow(50) })).toMatchObject({
      code: codes.ok,
    })
    const grant = async () => (await inEdc(person))[0]?.access.grant
    expect(await grant()).toMatchObject({ accessUntil: dayFromNow(50) })
    await call(studyUserExtend, { ids: [id], unlimited: true })
    expect(await grant()).not.toHaveProperty('accessUntil')
  })

  it('reaches an invited person with the membership’s own period', async () => {
    const address = newAddress()
    const periods = { accessUntil: dayFromNow(60), memberFrom: dayFromNow(0), memberUntil: dayFromNow(90) }
    expect((await inviting.invite({ EmailList: [address], ...periods })).code).toBe(codes.ok)
    expect((await accept(inviting.suite, address)).code).toBe(codes.ok)
    const member = await owner()
      .selectFrom('tenantUser')
      .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
      .select(['tenantUser.id', 'accessFrom', 'accessUntil', 'accessUntilBy'])
      .where('appUser.email', '=', address)
      .executeTakeFirstOrThrow()
    expect(daysIn(timeZone).shownAccess(member.accessFrom, member.accessUntil)).toEqual({
      accessFrom: dayFromNow(0),
      accessUntil: dayFromNow(90),
      accessState: 'current',
    })
    expect(member.accessUntilBy).toBe(inviting.suite.here.userId)
    expect(await rowOf(inviting.edc.studyUrlId, member)).toMatchObject({ accessUntil: dayFromNow(60) })
  })

  it('makes an invitation useless once the membership would be over', async () => {
    const address = newAddress()
    await inviting.invite({ EmailList: [address], memberUntil: dayFromNow(1) })
    await owner()
      .updateTable('invitation')
      .set({ accessUntil: new Date(Date.now() - 1000) })
      .where('email', '=', address)
      .execute()
    expect((await accept(inviting.suite, address)).code).toBe(codes.badCode)
  })
})

describe('unblinded access with a last day', () => {
  const unblinded = { isBlind: blinding.unblinded, unblindingReason: '负责药物供应' } as const

  const setUp = async () => {
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    const invite = (userList: string[], role: object, period: object = {}, sender?: Sender) =>
      call(
        inviteIwrs,
        {
          ...{
            tenantId: inviting.tenantId,
            studyUrlId: rtsm.studyUrlId,
            userRole: roleId,
            userTypeId: typeId,
          },
          ...{ userList, replacing: userList, ...period },
          userRoleList: [{ projectId: 'P1', roleId: 'R1', siteList: [rtsm.siteIds[0] ?? ''], ...role }],
        },
        sender,
      )
    const open = async () => {
      const { data } = await call(unblindingList, { tenantId: inviting.tenantId, state: 'requested' }, second)
      return data?.list ?? []
    }
    return { rtsm, invite, open }
  }

  it('is approved with its period, and a longer one is approved again', async () => {
    const { rtsm, invite, open } = await setUp()
    const person = await inviting.addPerson('孙六')
    await invite([person.id], unblinded, { accessUntil: dayFromNow(10) })
    const [request] = await open()
    expect(request).toMatchObject({ accessFrom: '', accessUntil: dayFromNow(10) })
    await call(unblindingApprove, { id: request?.id ?? '' }, second)
    const row = await rowOf(rtsm.studyUrlId, person)
    expect(row).toMatchObject({ accessUntil: dayFromNow(10), isBlind: blinding.unblinded })
    const { accessUntilBy } = await owner()
      .selectFrom('studyUser')
      .select('accessUntilBy')
      .where('tenantUserId', '=', person.id)
      .executeTakeFirstOrThrow()
    // The reminder before the end goes to the requester.
    expect(accessUntilBy).toBe(inviting.suite.here.userId)
    expect(await call(studyUserExtend, { ids: [row?.id ?? ''], accessUntil: dayFromNow(20) })).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('重新申请'),
    })
    expect(await call(studyUserExtend, { ids: [row?.id ?? ''], unlimited: true })).toMatchObject({
      code: codes.conflict,
    })
    const longer = await invite([person.id], unblinded, { accessUntil: dayFromNow(20) })
    expect(longer.data?.outcomes).toMatchObject([{ state: 'approval' }])
    expect(await rowOf(rtsm.studyUrlId, person)).toMatchObject({ accessUntil: dayFromNow(10) })
    await call(unblindingApprove, { id: (await open())[0]?.id ?? '' }, second)
    expect(await rowOf(rtsm.studyUrlId, person)).toMatchObject({ accessUntil: dayFromNow(20) })
    const { data } = await call(unblindingList, { tenantId: inviting.tenantId }, second)
    const own = data?.list.filter(({ personName }) => personName === '孙六')
    expect(own?.map(({ state, accessUntil }) => [state, accessUntil])).toEqual([
      ['active', dayFromNow(20)],
      ['ended', dayFromNow(10)],
    ])
    // An earlier end needs nobody.
    expect(await call(studyUserExtend, { ids: [row?.id ?? ''], accessUntil: dayFromNow(2) })).toMatchObject({
      code: codes.ok,
    })
    expect(await rowOf(rtsm.studyUrlId, person)).toMatchObject({ accessUntil: dayFromNow(2) })
    const after = (await call(unblindingList, { tenantId: inviting.tenantId }, second)).data?.list
    expect(after?.filter(({ personName }) => personName === '孙六')).toEqual(own)
  })

  it('cannot be approved after its last day', async () => {
    const { invite, open } = await setUp()
    const person = await inviting.addPerson('周七')
    await invite([person.id], unblinded, { accessUntil: dayFromNow(3) })
    const [request] = await open()
    await owner()
      .updateTable('unblinding')
      .set({
        grants: sql<string>`jsonb_set(grants, '{accessUntil}', ${JSON.stringify(dayFromNow(-1))}::jsonb)`,
      })
      .where('id', '=', request?.id ?? '')
      .execute()
    expect(await call(unblindingApprove, { id: request?.id ?? '' }, second)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'id', message: '结束日期不能早于今天' }],
    })
    expect(await open()).toHaveLength(1)
  })

  it('cannot be found out by somebody blinded, who extends nobody in the study', async () => {
    const { rtsm, invite, open } = await setUp()
    const [unblindedPerson, blindedPerson] = [
      await inviting.addPerson('吴八'),
      await inviting.addPerson('郑九'),
    ]
    const viewer = await inviting.addAdministrator()
    await invite([unblindedPerson.id], unblinded, { accessUntil: dayFromNow(10) })
    const request = (await open()).find(({ personName }) => personName === '吴八')
    await call(unblindingApprove, { id: request?.id ?? '' }, second)
    await invite(
      [blindedPerson.id, viewer.memberId],
      { isBlind: blinding.blinded },
      { accessUntil: dayFromNow(10) },
    )
    for (const person of [unblindedPerson, blindedPerson]) {
      const { id = '' } = (await rowOf(rtsm.studyUrlId, person)) ?? {}
      expect(await call(studyUserExtend, { ids: [id], accessUntil: dayFromNow(20) }, viewer)).toMatchObject({
        code: codes.forbidden,
        message: expect.stringContaining('盲态'),
      })
    }
  })
})
