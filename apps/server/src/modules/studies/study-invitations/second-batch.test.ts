import { codes, type InvitationRequest, inviteEdc } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { testServices } from '../../../../test-support/services.ts'
import { testApp } from '../../../app/test-kit/app.ts'
import { messagesTo, type Reachable, send } from '../../identity/sign-in/test-kit/index.ts'
import { deliverDue } from './deliveries.ts'
import { answering, type Inviting, newAddress, startInviting } from './test-kit/index.ts'

let inviting: Inviting
/** Second server of the suite, whose timeout for products is two instead of fifteen seconds. */
let impatient: Reachable
let app: FastifyInstance
/** Members of the tenant; the last 20 are invited by their addresses. */
let people: Awaited<ReturnType<Inviting['addPeople']>>

const count = 250

beforeAll(async () => {
  inviting = await startInviting()
  const { database } = inviting.suite
  const services = testServices(database)
  const { outbound } = services
  app = await testApp(database.db, {
    services: {
      ...services,
      outbound: { ...outbound, send: (request) => outbound.send({ ...request, timeout: 2000 }) },
    },
  })
  impatient = { api: `${await app.listen({ host: '127.0.0.1', port: 0 })}/api` }
  people = await inviting.addPeople(count)
})

afterAll(async () => {
  await app.close()
  await inviting.close()
})

/** Users whom the product has accepted, with the key of their last call. */
let taken: Map<string, string>

type People = InvitationRequest['users']

/** Failure of a product at one call. */
interface Trouble {
  /** Returns the users that the product rejects, with the reasons. */
  readonly refused: (users: People) => Readonly<Record<string, string>>
  /** Whether the product responds, hangs up, or stays silent until the timeout. */
  readonly ending: 'answers' | 'hangs up' | 'is silent'
}

/** Simulates a product that fails at the second call. It applies each key once and repeats its response to a known key. */
const failing = ({ refused: rejectedIn, ending }: Trouble) => {
  const known = new Map<string, { readonly content: string; readonly refused: Record<string, string> }>()
  inviting.product.respondWith((sent, response) => {
    const { key, body } = sent
    const isHit = inviting.product.received.length === 2
    const content = JSON.stringify(body)
    const { refused, content: before } = known.get(key) ?? {
      content,
      refused: isHit ? rejectedIn(body.users) : {},
    }
    if (before !== content)
      return void response.end(JSON.stringify({ code: codes.conflict, message: 'another content' }))
    if (!isHit || ending !== 'hangs up') {
      known.set(key, { content, refused })
      for (const { userId } of body.users) if (!(userId in refused)) taken.set(userId, key)
    }
    if (!isHit || ending === 'answers') answering(refused)(sent, response)
    else if (ending === 'hangs up') response.destroy()
  })
}

/** Invites 250 members in three calls to the product, and 30 new addresses by e-mail. */
async function inviteAll(server: Reachable = inviting.suite.server) {
  const { edc, suite } = inviting
  // Each test uses a new study without authorizations.
  const study = await inviting.linked(edc.softwareId)
  const strangers = Array.from({ length: 30 }, newAddress)
  const userStudyRoles = [{ roleId: 'R1', environmentId: 'E1', studyId: study.studyId }]
  const named = people.slice(-20).map(({ email }) => email)
  const sent = { studyUrlId: study.studyUrlId, siteList: [...study.siteIds], userStudyRoles }
  const invite = (userList: readonly string[], EmailList: readonly string[], at = server) =>
    send(
      at,
      inviteEdc,
      { ...inviting.input(sent), userList: [...userList], EmailList: [...EmailList] },
      suite.here,
    )
  const chosen = people.slice(0, -20).map(({ id }) => id)
  const first = await invite(chosen, [...named, ...strangers])
  /** Returns the people for whom the product's result is pending. */
  const unconfirmed = async () => {
    const rows = await suite.database.owner
      .selectFrom('productAuthorization')
      .select('tenantUserId')
      .where('studyUrlId', '=', study.studyUrlId)
      .where('tenantUserId', 'is not', null)
      .where('state', '=', 'waiting')
      .execute()
    return rows.flatMap(({ tenantUserId }) => tenantUserId ?? [])
  }
  return { ...study, strangers, invite, unconfirmed, ...first }
}

/** Counts a study's authorizations by state, as well as people and duplicates. */
async function standing(studyUrlId: string) {
  const { owner } = inviting.suite.database
  const rows = await owner
    .selectFrom('productAuthorization')
    .select(['tenantUserId', 'state'])
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', 'is not', null)
    .execute()
  const studies = await owner
    .selectFrom('studyUser')
    .select(['tenantUserId', 'invitationId', 'studySiteId'])
    .where('studyUrlId', '=', studyUrlId)
    .execute()
  expect(new Set(rows.map(({ tenantUserId }) => tenantUserId)).size).toBe(rows.length)
  const ofPeople = studies.filter(({ tenantUserId }) => tenantUserId !== null)
  const states = Object.groupBy(rows, ({ state }) => state)
  return {
    accepted: states.accepted?.length ?? 0,
    waiting: states.waiting?.length ?? 0,
    refused: states.refused?.length ?? 0,
    /** Number of people who may open the product. */
    let: new Set(ofPeople.map(({ tenantUserId }) => tenantUserId)).size,
    strangers: new Set(studies.flatMap(({ invitationId }) => invitationId ?? [])).size,
    twice:
      studies.length -
      new Set(studies.map((one) => `${one.tenantUserId} ${one.invitationId} ${one.studySiteId}`)).size,
  }
}

const all = { accepted: count, waiting: 0, refused: 0, let: count, strangers: 30, twice: 0 }

const mailsTo = async (addresses: readonly string[]) => {
  const mails = await Promise.all(addresses.map((one) => messagesTo(inviting.suite.database, one)))
  return mails.map(({ length }) => length)
}

const reportLater = async () => {
  await inviting.waitPause()
  await deliverDue(testServices(inviting.suite.database))
}

const keys = () => inviting.product.received.map(({ key }) => key)

beforeEach(async () => {
  // Rows of earlier tests must not be delivered.
  await inviting.suite.database.owner
    .updateTable('productAuthorization')
    .set({ nextAttemptAt: null })
    .execute()
  inviting.product.received.length = 0
  taken = new Map()
})

const nobody = () => ({})

describe.each<[string, () => Reachable, Trouble, string]>([
  [
    'goes down before it has applied anything',
    () => inviting.suite.server,
    { refused: nobody, ending: 'hangs up' },
    '无法连接该系统，请确认接口地址正确且系统已启动',
  ],
  [
    'applies the call, but responds too late',
    () => impatient,
    { refused: nobody, ending: 'is silent' },
    '15 秒内没有答复',
  ],
])('a product that %s, at the second of three calls', (_what, server, trouble, reason) => {
  it('gets the remaining grants again with the same keys, without loss or duplicates', async () => {
    failing(trouble)
    const { code, data, studyUrlId, strangers } = await inviteAll(server())
    expect(code).toBe(codes.ok)
    expect(data?.success).toHaveLength(100 + 30)
    expect(data?.success).toEqual(expect.arrayContaining(strangers))
    // Each remaining person is listed with their state and the reason.
    expect(data?.failure).toHaveLength(150)
    const waiting = data?.outcomes.filter(({ state }) => state === 'waiting') ?? []
    expect([waiting.length, ...new Set(waiting.map((one) => one.reason))]).toEqual([150, reason])
    expect(data?.failure).toEqual(waiting.map(({ name }) => `${name}：等待产品确认（${reason}）`))
    expect(data?.retry).toEqual({ userList: [], EmailList: [] })
    expect(await standing(studyUrlId)).toEqual({ ...all, accepted: 100, waiting: 150 })
    expect(keys()).toHaveLength(2)
    await reportLater()
    expect(await standing(studyUrlId)).toEqual(all)
    expect(new Set(await mailsTo(strangers))).toEqual(new Set([1]))
    // Four deliveries, of which three are different calls.
    expect([keys().length, new Set(keys()).size]).toEqual([4, 3])
    const [, second] = keys()
    expect(keys().filter((key) => key === second)).toHaveLength(2)
    expect(taken.size).toBe(count)
    const events = await inviting.suite.database.owner
      .selectFrom('auditEvent')
      .select('call')
      .where('entityId', '=', studyUrlId)
      .execute()
    expect(events).toEqual([{ call: '/studyUser/pre/save/study/edc' }])
  })

  it('recognises the same invitation when the administrator sends it again', async () => {
    failing(trouble)
    const { studyUrlId, strangers, invite, unconfirmed } = await inviteAll(server())
    const again = await invite(await unconfirmed(), [], inviting.suite.server)
    expect(again.data).toMatchObject({ failure: [], retry: { userList: [], EmailList: [] } })
    expect(again.data?.success).toHaveLength(150)
    expect(await standing(studyUrlId)).toEqual(all)
    expect(new Set(await mailsTo(strangers))).toEqual(new Set([1]))
    await reportLater()
    expect([keys().length, new Set(keys()).size]).toEqual([4, 3])
  })
})

describe('a product that rejects half of the second of three calls', () => {
  const half: Trouble = {
    refused: (users) =>
      Object.fromEntries(
        users.filter((_, index) => index % 2 === 1).map(({ userId }) => [userId, '系统繁忙']),
      ),
    ending: 'answers',
  }

  it('delivers all other grants, and the rejected ones when they are sent again', async () => {
    failing(half)
    const { data, studyUrlId, strangers, invite } = await inviteAll()
    expect([data?.success.length, data?.failure.length]).toEqual([200 + 30, 50])
    expect(data?.failure.every((line) => /^.+：产品已拒绝（系统繁忙）$/.test(line))).toBe(true)
    // Rejected grants are taken back, so that they use no licence seats, and are not delivered again automatically.
    expect(await standing(studyUrlId)).toEqual({ ...all, accepted: 200, refused: 50, let: 200 })
    await reportLater()
    expect(keys()).toHaveLength(3)
    const again = await invite(data?.retry.userList ?? [], data?.retry.EmailList ?? [])
    expect([again.data?.success.length, again.data?.failure]).toEqual([50, []])
    expect(inviting.product.received.at(-1)?.body.users).toHaveLength(50)
    expect(new Set(keys()).size).toBe(4)
    expect(await standing(studyUrlId)).toEqual(all)
    expect(new Set(await mailsTo(strangers))).toEqual(new Set([1]))
    expect(taken.size).toBe(count)
  })
})
