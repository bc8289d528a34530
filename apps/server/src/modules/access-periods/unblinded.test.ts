import { blinding, codes, inviteIwrs, softwareCodes, unblindingList } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { daysIn } from '../access/index.ts'
import { dayFromNow, timeZone } from '../access/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import {
  answering,
  deliverDue,
  type Inviting,
  roleId,
  saying,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'
import { keepPeriods } from './worker.ts'

let inviting: Inviting
let rtsm: Awaited<ReturnType<Inviting['linked']>>

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.respondWith(answering())
  inviting.product.offers([])
  rtsm = await inviting.linked(softwareCodes.rtsm)
})

const owner = () => inviting.suite.database.owner
const services = () => testServices(inviting.suite.database)
const days = daysIn(timeZone)
/** Gives a person unblinded access in RTSM, approved by somebody else. @returns the state of the last approval */
async function unblind(personId: string, period: { accessFrom?: string; accessUntil?: string }) {
  const { code } = await send(
    inviting.suite.server,
    inviteIwrs,
    {
      ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
      ...{ userList: [personId], replacing: [personId], ...period },
      userRoleList: [
        {
          ...{ projectId: 'P1', roleId: 'R1', siteList: [rtsm.siteIds[0] ?? ''] },
          ...{ isBlind: blinding.unblinded, unblindingReason: '负责药物供应' },
        },
      ],
    },
    inviting.suite.here,
  )
  expect(code).toBe(codes.ok)
  const responses = await inviting.approveAll()
  return responses.at(-1)?.data?.state
}

/** Ends the authorizations of a person now, as if their last day were over. */
const passEnd = async (tenantUserId: string) => {
  await owner()
    .updateTable('studyUser')
    .set({ accessUntil: sql<Date>`now() - interval '1 second'` })
    .where('tenantUserId', '=', tenantUserId)
    .execute()
  await keepPeriods(services())
}

/** Begins the pending change of a person now. */
const passBegin = async (tenantUserId: string) => {
  await owner()
    .updateTable('studyUser')
    .set({ accessFrom: sql<Date>`now()` })
    .where('tenantUserId', '=', tenantUserId)
    .execute()
  await inviting.waitPause()
  await deliverDue(services())
}

/** Returns the register of a person, oldest first: whether each access has begun and ended. */
async function registerOf(personName: string) {
  const { server, admin } = inviting.suite
  const { data } = await send(server, unblindingList, { tenantId: inviting.tenantId, limit: 100 }, admin)
  return (data?.list ?? [])
    .filter((row) => row.personName === personName)
    .toReversed()
    .map(({ beginTime, endTime }) => ({ began: beginTime !== '', ended: endTime !== '' }))
}

it('ends the entry in the register when unblinded access ends by itself', async () => {
  const person = await inviting.addPerson('苏一')
  expect(await unblind(person.id, { accessUntil: dayFromNow(5) })).toBe('accepted')
  expect(await registerOf('苏一')).toEqual([{ began: true, ended: false }])
  await passEnd(person.id)
  expect(await registerOf('苏一')).toEqual([{ began: true, ended: true }])
  expect(await inviting.authorizationsOf(person.id)).toEqual([])
  expect(await inviting.grantsOf(person.id)).toEqual([])
})

it('keeps an approved change that begins when the present access ends', async () => {
  const person = await inviting.addPerson('苏二')
  await unblind(person.id, { accessUntil: dayFromNow(5) })
  expect(await unblind(person.id, { accessFrom: dayFromNow(6), accessUntil: dayFromNow(30) })).toBe('planned')
  await passEnd(person.id)
  expect(await registerOf('苏二')).toEqual([
    { began: true, ended: true },
    { began: false, ended: false },
  ])
  const rows = await owner()
    .selectFrom('studyUser')
    .select(['accessFrom', 'accessUntil'])
    .where('tenantUserId', '=', person.id)
    .execute()
  expect(rows).toEqual([{ accessFrom: days.begin(dayFromNow(6)), accessUntil: days.end(dayFromNow(30)) }])
  await passBegin(person.id)
  expect(await registerOf('苏二')).toEqual([
    { began: true, ended: true },
    { began: true, ended: false },
  ])
  expect(await inviting.grantsOf(person.id)).toMatchObject([{ state: 'accepted' }])
})

it('leaves nothing of such a change if the product rejects it', async () => {
  const person = await inviting.addPerson('苏三')
  await unblind(person.id, { accessUntil: dayFromNow(5) })
  await unblind(person.id, { accessFrom: dayFromNow(6) })
  await passEnd(person.id)
  inviting.product.respondWith(saying({ code: codes.invalid, message: '培训未完成' }))
  await passBegin(person.id)
  expect(await inviting.authorizationsOf(person.id)).toEqual([])
  expect(await inviting.grantsOf(person.id)).toMatchObject([{ state: 'refused' }])
})
