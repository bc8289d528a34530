import {
  type AccessRow,
  accessList,
  blinding,
  categories,
  codes,
  inviteIwrs,
  roleUpdate,
  softwareCodes,
  studyUserExtend,
  studyUserRemove,
  studyUserSave,
  tenantUserDelete,
  tenantUserExtend,
  tenantUserSave,
  tenantUserUpdateBase,
  userUpdate,
  userUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { ordinaryUser, tenantAdministrator } from '../access/index.ts'
import { dayFromNow } from '../access/test-kit/index.ts'
import { keepPeriods } from '../access-periods/index.ts'
import { addReachable, newPhone, send } from '../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../reference-data/dictionaries/index.ts'
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
} from '../studies/study-invitations/test-kit/index.ts'
import { clockOf, differences, type Images, imagesOf } from './test-kit/index.ts'

jest.setTimeout(420_000)

let inviting: Inviting
let rtsm: Awaited<ReturnType<Inviting['linked']>>

beforeAll(async () => {
  inviting = await startInviting()
  rtsm = await inviting.linked(softwareCodes.rtsm)
  inviting.product.offers([])
})

afterAll(() => inviting.close())

/** Returns numbers from 0 below `max` that look random and are the same in each run (mulberry32). */
function numbers(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

const owner = () => inviting.suite.database.owner
const services = () => testServices(inviting.suite.database)
const random = numbers(20_261_127)
const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)]
/** Number of calls of each act that succeeded. */
const done = new Map<string, number>()

/** Calls as the tenant's administrator, or the platform's. A rejected call is an act without an effect. */
const call = async (...[of, input, by]: [Parameters<typeof send>[1], object, 'admin' | 'here']) => {
  const { suite } = inviting
  const { code } = await send(suite.server, of, input as never, suite[by])
  if (code === codes.ok) done.set(of.path, (done.get(of.path) ?? 0) + 1)
  return code
}

const members = () =>
  owner()
    .selectFrom('tenantUser')
    .select(['id', 'userId'])
    .where('tenantId', '=', inviting.tenantId)
    .where('userId', '<>', inviting.suite.here.userId)
    .orderBy('id')
    .execute()
const member = async () => pick(await members()) ?? { id: 'nobody', userId: 'nobody' }
const authorization = async () => {
  const rows = await owner()
    .selectFrom('studyUser')
    .select(['id', 'studySiteId'])
    .where('tenantUserId', 'is not', null)
    .orderBy('id')
    .execute()
  return pick(rows) ?? { id: 'none', studySiteId: null }
}
const until = () => pick(['', dayFromNow(0), dayFromNow(20)]) ?? ''

const invitation = async (grant: object) => {
  const person = await member()
  return {
    ...{ tenantId: inviting.tenantId, userRole: roleId, userTypeId: typeId },
    ...{ userList: [person.id], replacing: [person.id], ...grant },
  }
}

/** Returns what two nights are compared by. */
const contentOf = ({ roles, isBlind, state, accessFrom, accessUntil }: AccessRow): string =>
  JSON.stringify([roles, isBlind, state, accessFrom, accessUntil])

/** Returns the report of the tenant, for now or for an instant, or what differs from an earlier one. */
const reportOf = async (at: string, compareWith = ''): Promise<readonly AccessRow[]> => {
  const { server, admin } = inviting.suite
  const input = { tenantId: inviting.tenantId, limit: 1000, at, compareWith }
  const { code, data } = await send(server, accessList, input, admin)
  expect(code).toBe(codes.ok)
  return data?.list ?? []
}

/** Lets a random end of access pass. */
async function passEnd() {
  const { id } = await authorization()
  await sql`update study_user set access_from = null, access_until = now() - interval '1 second'
    where id = ${id}`.execute(owner())
  await keepPeriods(services())
}

const acts: readonly (() => Promise<unknown>)[] = [
  async () => {
    const { id } = await addReachable(inviting.suite.database)
    await call(
      tenantUserSave,
      {
        ...{ tenantId: inviting.tenantId, userIds: [id], role: tenantAdministrator.id, typeId },
        ...{ positionId: globalEntryId(categories.position, 'PM'), accessUntil: until() },
      },
      'admin',
    )
  },
  async () =>
    call(
      tenantUserUpdateBase,
      { id: (await member()).id, enabled: random(2), role: pick([roleId, 'guests']), roleUntil: until() },
      'admin',
    ),
  async () => call(tenantUserExtend, { ids: [(await member()).id], accessUntil: dayFromNow(30) }, 'here'),
  async () => call(tenantUserDelete, { id: (await member()).id }, 'admin'),
  async () =>
    call(
      userUpdate,
      { id: (await member()).userId, status: String(random(2)), roleId: pick(['', ordinaryUser.id]) },
      'admin',
    ),
  async () =>
    call(
      userUpdateImportant,
      {
        id: (await member()).userId,
        fullName: `改名 ${random(1000)}`,
        phone: newPhone(),
        email: newAddress(),
      },
      'admin',
    ),
  async () =>
    call(
      roleUpdate,
      {
        id: 'guests',
        name: `访客 ${random(1000)}`,
        roleType: 2,
        status: random(2),
        superAdmin: 1,
        resourceIdList: [],
      },
      'admin',
    ),
  async () =>
    call(
      studyUserSave,
      {
        studyUrlId: pick([inviting.edc, rtsm])?.studyUrlId,
        studySiteIds: [],
        tenantUserIds: [(await member()).id],
        accessUntil: until(),
      },
      'here',
    ),
  async () =>
    call(
      studyUserExtend,
      { isSite: false, ids: [(await authorization()).id], accessUntil: dayFromNow(40) },
      'here',
    ),
  async () => {
    const { id, studySiteId } = await authorization()
    await call(studyUserRemove, { isSite: studySiteId !== null && random(2) === 0, ids: [id] }, 'here')
  },
  async () => {
    // The product accepts, rejects, or does not respond.
    inviting.product.respondWith(
      pick([answering(), answering(), saying({ code: codes.invalid, message: '否' }), saying({})]) ??
        answering(),
    )
    const { invite } = inviting
    const { id } = await member()
    const siteIds = pick([[], [...inviting.edc.siteIds], inviting.edc.siteIds.slice(0, 1)]) ?? []
    const input = { userList: [id], replacing: [id], siteIds, accessUntil: until() }
    if ((await invite(input as never)).code === codes.ok) done.set('invite', (done.get('invite') ?? 0) + 1)
  },
  async () => {
    const address = newAddress()
    await inviting.invite({ EmailList: [address] })
    if (random(3) > 0) await accept(inviting.suite, address)
  },
  async () => {
    inviting.product.respondWith(answering())
    const isBlind = pick([blinding.blinded, blinding.unblinded])
    const roles = [
      {
        ...{ projectId: 'P1', roleId: 'R1', siteList: [rtsm.siteIds[random(2)] ?? ''], isBlind },
        unblindingReason: isBlind === blinding.unblinded ? '负责药物供应' : '',
      },
    ]
    await call(
      inviteIwrs,
      await invitation({ studyUrlId: rtsm.studyUrlId, userRoleList: roles, accessUntil: until() }),
      'here',
    )
    if (random(2) === 0) await inviting.approveAll()
  },
  passEnd,
  async () => {
    inviting.product.respondWith(answering())
    await inviting.waitPause()
    await deliverDue(services())
  },
  // Changes that no call makes are rebuilt too.
  async () =>
    owner()
      .updateTable('study')
      .set({ studyName: `研究 ${random(1000)}` })
      .where('id', '=', rtsm.studyId)
      .execute(),
  async () =>
    owner()
      .updateTable('tenantSite')
      .set({ nickName: `中心 ${random(1000)}` })
      .where('tenantId', '=', inviting.tenantId)
      .execute(),
]

it('rebuilds the access of each of thirty nights', async () => {
  const { database } = inviting.suite
  for (let count = 0; count < 6; count += 1) await inviting.addPerson(`人员 ${count}`, { roleId })
  const nights: {
    readonly instant: string
    readonly images: Images
    readonly report: readonly AccessRow[]
  }[] = []
  for (let day = 1; day <= 30; day += 1) {
    for (let count = 0; count < 6; count += 1) await pick(acts)?.()
    const images = await imagesOf(database, null)
    const report = await reportOf('')
    nights.push({ instant: await clockOf(database), images, report })
  }
  for (const { instant, images, report } of nights) {
    expect(differences(await imagesOf(database, instant), images)).toEqual([])
    expect(await reportOf(new Date(instant).toISOString())).toEqual(report)
  }
  for (const [first, last] of [
    [0, 29],
    [3, 9],
    [14, 15],
  ] as const) {
    const instants = [nights[first]?.instant, nights[last]?.instant].map((one) =>
      new Date(one ?? '').toISOString(),
    )
    const found = await reportOf(instants[1] ?? '', instants[0])
    const ids = (change: string) => found.filter((row) => row.change === change).map(({ id }) => id)
    const [earlier, later] = [first, last].map(
      (night) => new Map(nights[night]?.report.map((row) => [row.id, contentOf(row)])),
    )
    const onlyIn = (one = earlier, other = later) =>
      [...(one?.keys() ?? [])].filter((id) => !other?.has(id)).toSorted()
    expect(ids('removed').toSorted()).toEqual(onlyIn())
    expect(ids('added').toSorted()).toEqual(onlyIn(later, earlier))
    // Days hide changes of an instant within the day.
    const shown = [...(later ?? [])].filter(
      ([id, content]) => earlier?.has(id) && earlier.get(id) !== content,
    )
    expect(ids('changed')).toEqual(expect.arrayContaining(shown.map(([id]) => id)))
  }
  // The nights differ, and each kind of act happened.
  expect(new Set(nights.map(({ images }) => JSON.stringify(images))).size).toBeGreaterThan(25)
  expect([...done.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      ...[inviteIwrs, studyUserExtend, studyUserRemove, studyUserSave, tenantUserDelete].map(
        ({ path }) => path,
      ),
      ...[tenantUserExtend, tenantUserSave, tenantUserUpdateBase, userUpdate, userUpdateImportant].map(
        ({ path }) => path,
      ),
      ...[roleUpdate.path, 'invite'],
    ]),
  )
})
