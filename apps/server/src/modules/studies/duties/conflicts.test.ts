import { randomUUID } from 'node:crypto'
import {
  blinding,
  type Call,
  codes,
  dutyConflicts,
  dutySave,
  globalTenantId,
  type InputOf,
  inviteCtms,
  inviteIwrs,
  productRefusalList,
  productRefusalRetry,
  softwareCodes,
  unblindingApprove,
  unblindingList,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import {
  accept,
  answering,
  type Inviting,
  newAddress,
  roleId,
  startInviting,
  typeId,
} from '../study-invitations/test-kit/index.ts'

let inviting: Inviting
/** A second administrator of the tenant. */
let second: Administrator

type Administrator = Sender & { readonly memberId: string }
type Study = Awaited<ReturnType<Inviting['linked']>>

/** One study in three products. */
let edc: Study
let ctms: Study
let rtsm: Study

const owner = () => inviting.suite.database.owner
const here = (): Sender => inviting.suite.here
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = here()) =>
  send(inviting.suite.server, made, input, sender)

/** Links the study of EDC with another product too. */
async function linkedAlso(softwareId: string): Promise<Study> {
  const other = await inviting.linked(softwareId)
  const { studyId } = edc
  await owner().updateTable('studyUrl').set({ studyId }).where('id', '=', other.studyUrlId).execute()
  return { ...other, studyId }
}

beforeAll(async () => {
  inviting = await startInviting()
  second = await inviting.addAdministrator()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.respondWith(answering())
  inviting.product.offers([])
  await owner().deleteFrom('roleConflict').execute()
  edc = await inviting.linked(softwareCodes.edc)
  ctms = await linkedAlso(softwareCodes.ctms)
  rtsm = await linkedAlso(softwareCodes.rtsm)
})

/** The data manager in EDC must not be the project manager in CTMS. */
const managers = () => ({
  tenantId: inviting.tenantId,
  ...{ softwareId: softwareCodes.edc, roleId: 'DM', roleName: '{"chs":"数据管理员","en":"Data manager"}' },
  ...{ otherSoftwareId: softwareCodes.ctms, otherRoleId: 'PM', otherRoleName: '项目经理' },
  reason: '数据管理与项目管理分离',
})

const separate = async (more: Partial<InputOf<typeof dutySave>> = {}, sender?: Sender): Promise<string> => {
  const { data, message } = await call(dutySave, { ...managers(), ...more }, sender)
  if (!data) throw new Error(message)
  return data
}

interface To {
  readonly people?: readonly string[]
  readonly addresses?: readonly string[]
  readonly replacing?: readonly string[]
  readonly language?: 'zh' | 'en'
}

const toEdc = (
  { people = [], addresses = [], replacing = [], language = 'zh' }: To,
  { role = 'DM', general = 'M1', studyUrlId = edc.studyUrlId } = {},
  sender: Sender = here(),
) =>
  inviting.invite(
    {
      ...{ studyUrlId, userList: [...people], EmailList: [...addresses], replacing: [...replacing] },
      ...{ userPowerRoleId: general, userStudyRoles: [{ roleId: role, environmentId: 'E1' }] },
    },
    { ...sender, language },
  )

const toCtms = (
  { people = [], addresses = [], replacing = [], language = 'zh' }: To,
  { role = 'PM', general = 'T1', studyUrlId = ctms.studyUrlId } = {},
) =>
  call(
    inviteCtms,
    {
      ...{ TenantId: inviting.tenantId, studyUrlId, UserRole: roleId, UserTypeId: typeId },
      ...{ UserList: [...people], EmailList: [...addresses], replacing: [...replacing] },
      ...{ tenantRoleId: general, studyRoleId: role },
    },
    { ...here(), language },
  )

const blinded = { isBlind: blinding.blinded } as const
const unblinded = { isBlind: blinding.unblinded, unblindingReason: '药物供应' } as const

const toRtsm = (
  { people = [], addresses = [] }: To,
  role: Partial<InputOf<typeof inviteIwrs>['userRoleList'][number]> = blinded,
  sender?: Sender,
) => {
  const first = { projectId: 'P1', roleId: 'PHARMACIST', roleName: '药师', stockHouseList: ['S1'] }
  const input = {
    ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
    ...{ userList: [...people], EmailList: [...addresses] },
  }
  return call(inviteIwrs, { ...input, userRoleList: [{ ...first, ...role }] }, sender)
}

/** The data manager must not be RTSM's pharmacist. */
const pharmacist = { otherSoftwareId: softwareCodes.rtsm, otherRoleId: 'PHARMACIST', otherRoleName: '药师' }

const rejected = (message = '数据管理员') => ({
  code: codes.invalid,
  errors: [
    { field: expect.stringMatching('RoleList|StudyRoles'), message: expect.stringContaining(message) },
  ],
})

const granted = { code: codes.ok }

describe('a grant', () => {
  it('is rejected across products to a person who has the other role in the study, in either order', async () => {
    await separate()
    const [one, other] = [await inviting.addPerson('林一'), await inviting.addPerson('顾二')]
    expect(await toEdc({ people: [one.id] })).toMatchObject(granted)
    expect(await toCtms({ people: [other.id, one.id] })).toMatchObject(rejected('数据管理员”，不能再担任'))
    expect(await toCtms({ people: [other.id] })).toMatchObject(granted)
    const { errors } = await toEdc({ people: [one.id, other.id], language: 'en' })
    expect(errors).toMatchObject([{ message: expect.stringMatching(/“Data manager”.*“项目经理”.*: 顾二$/) }])
    expect(await inviting.grantsOf(one.id)).toHaveLength(1)
    expect(await inviting.grantsOf(other.id)).toHaveLength(1)
  })

  it('is given for other roles, in other studies, to other people, and after the rule is deleted', async () => {
    await separate()
    const person = await inviting.addPerson('林一')
    await toEdc({ people: [person.id] })
    expect(await toCtms({ people: [person.id] }, { role: 'CRA' })).toMatchObject(granted)
    const elsewhere = await inviting.linked(softwareCodes.ctms)
    expect(
      await toCtms({ people: [person.id] }, { studyUrlId: elsewhere.studyUrlId, role: 'PM' }),
    ).toMatchObject(granted)
    await owner().deleteFrom('roleConflict').execute()
    expect(await toCtms({ people: [person.id], replacing: [person.id] })).toMatchObject(granted)
  })

  it('is rejected by a rule of the platform, and not by one of another tenant', async () => {
    const { admin, there } = inviting.suite
    await separate({ tenantId: there.tenantId }, there)
    const [one, other] = [await inviting.addPerson('林一'), await inviting.addPerson('顾二')]
    await toEdc({ people: [one.id, other.id] })
    expect(await toCtms({ people: [one.id] })).toMatchObject(granted)
    await separate({ tenantId: globalTenantId }, admin)
    expect(await toCtms({ people: [other.id] })).toMatchObject(rejected())
  })

  it('is rejected if it has both roles itself, also as a general role', async () => {
    await separate({ otherSoftwareId: softwareCodes.edc, otherRoleId: 'M9', otherRoleName: '模块管理员' })
    const person = await inviting.addPerson('林一')
    expect(await toEdc({ people: [person.id] }, { general: 'M9' })).toMatchObject(rejected('请只选其一'))
    expect(await toEdc({ addresses: [newAddress()] }, { general: 'M9' })).toMatchObject(
      rejected('请只选其一'),
    )
    expect(await toEdc({ people: [person.id] })).toMatchObject(granted)
  })

  it('may replace the other role in the same product', async () => {
    await separate({ otherSoftwareId: softwareCodes.edc, otherRoleId: 'CRA' })
    const person = await inviting.addPerson('林一')
    await toEdc({ people: [person.id] }, { role: 'CRA' })
    expect(await toEdc({ people: [person.id], replacing: [person.id] })).toMatchObject(granted)
  })

  it('is rejected while a change that the product could still reject gives the other role up', async () => {
    await separate()
    const person = await inviting.addPerson('林一')
    await toEdc({ people: [person.id] })
    inviting.product.respondWith((_call, response) => void response.writeHead(503).end())
    await toEdc({ people: [person.id], replacing: [person.id] }, { role: 'CRA' })
    inviting.product.respondWith(answering())
    expect(await toCtms({ people: [person.id] })).toMatchObject(rejected())
  })

  it('is rejected for an address whose open invitation has the other role, and for its owner', async () => {
    await separate()
    const [address, person] = [newAddress(), await inviting.addPerson('林一')]
    await toEdc({ addresses: [address] })
    expect(await toCtms({ addresses: [address] })).toMatchObject(rejected(address))
    await owner()
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', person.userId)
      .execute()
    expect(await toCtms({ people: [person.id] })).toMatchObject(rejected(address))
    await owner()
      .updateTable('invitation')
      .set({ expiresAt: new Date(0) })
      .where('email', '=', address)
      .execute()
    expect(await toCtms({ people: [person.id] })).toMatchObject(granted)
  })

  it('is rejected while unblinded access to the other role is requested', async () => {
    await separate(pharmacist)
    const person = await inviting.addPerson('林一')
    expect((await toRtsm({ people: [person.id] }, unblinded)).data?.outcomes).toMatchObject([
      { state: 'approval' },
    ])
    expect(await toEdc({ people: [person.id] })).toMatchObject(rejected('药师'))
    const address = newAddress()
    await toRtsm({ addresses: [address] }, unblinded)
    expect(await toEdc({ addresses: [address] })).toMatchObject(rejected(address))
  })

  it('passes only once if both roles are granted at the same time', async () => {
    await separate()
    const people = await Promise.all(['林一', '顾二', '江三'].map((name) => inviting.addPerson(name)))
    const tries = await Promise.all(
      people.map(({ id }) => Promise.all([toEdc({ people: [id] }), toCtms({ people: [id] })])),
    )
    for (const pair of tries)
      expect(pair.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid].toSorted())
  })
})

describe('a rejected grant', () => {
  it('is not tried again for a person who has got the other role since', async () => {
    await separate()
    const person = await inviting.addPerson(`林${randomUUID()}`)
    inviting.product.respondWith(answering({ [person.userId]: '培训未完成' }))
    await toEdc({ people: [person.id] })
    inviting.product.respondWith(answering())
    expect(await toCtms({ people: [person.id] })).toMatchObject(granted)
    const { data } = await call(productRefusalList, { tenantId: inviting.tenantId, limit: 100 })
    const [rejection] = data?.list.filter(({ displayName }) => displayName.includes(person.fullName)) ?? []
    expect(await call(productRefusalRetry, { id: rejection?.id ?? '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'id', message: expect.stringContaining('项目经理') }],
    })
  })
})

describe('a request for unblinded access', () => {
  const openId = async (personName: string) => {
    const { data } = await call(
      unblindingList,
      { tenantId: inviting.tenantId, state: 'requested', limit: 100 },
      second,
    )
    return data?.list.find((row) => row.personName === personName)?.id ?? ''
  }

  it('is not approved for a person or an address that has got the other role since', async () => {
    const [person, address] = [await inviting.addPerson(`林${randomUUID()}`), newAddress()]
    await toRtsm({ people: [person.id] }, unblinded)
    await toRtsm({ addresses: [address] }, unblinded)
    await toEdc({ people: [person.id] })
    await toEdc({ addresses: [address] })
    await separate(pharmacist)
    for (const name of [person.fullName, address])
      expect(await call(unblindingApprove, { id: await openId(name) }, second)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'id', message: expect.stringContaining('数据管理员') }],
      })
    await owner().deleteFrom('roleConflict').execute()
    expect((await call(unblindingApprove, { id: await openId(person.fullName) }, second)).code).toBe(codes.ok)
  })
})

describe('an invitation', () => {
  it('is not accepted by a user who has got the other role since', async () => {
    await separate()
    const [address, person] = [newAddress(), await inviting.addPerson('林一')]
    await toEdc({ addresses: [address] })
    await toCtms({ people: [person.id] })
    await owner()
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', person.userId)
      .execute()
    expect(await accept(inviting.suite, address)).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('职责分离'),
    })
    expect(await inviting.grantsOf(person.id)).toHaveLength(1)
  })

  it('is accepted if its role replaces the other one in the same product', async () => {
    await separate({ otherSoftwareId: softwareCodes.edc, otherRoleId: 'CRA' })
    const [address, person] = [newAddress(), await inviting.addPerson('林一')]
    await toEdc({ addresses: [address] })
    await toEdc({ people: [person.id] }, { role: 'CRA' })
    await owner()
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', person.userId)
      .execute()
    expect((await accept(inviting.suite, address)).code).toBe(codes.ok)
  })
})

describe('an administrator who is blinded in the study', () => {
  it('cannot grant a role that a rule separates from one in RTSM, whoever has that one', async () => {
    await separate(pharmacist)
    const [holder, open, other] = await Promise.all(
      ['林一', '顾二', '江三'].map((name) => inviting.addPerson(name)),
    )
    const viewer = await inviting.addAdministrator()
    await toRtsm({ people: [holder?.id ?? ''] }, unblinded)
    await inviting.approveAll()
    await toRtsm({ people: [open?.id ?? ''] }, unblinded)
    await toRtsm({ people: [viewer.memberId] }, { ...blinded, roleId: 'MONITOR', roleName: '监查员' })
    const responses = []
    for (const person of [holder, open, other])
      responses.push((await toEdc({ people: [person?.id ?? ''] }, {}, viewer)).errors)
    expect(responses[0]).toMatchObject([
      { field: 'userStudyRoles', message: expect.stringContaining('其他管理员') },
    ])
    expect(JSON.stringify(responses[0])).not.toMatch(/林一|药师|数据管理员/)
    expect(responses[1]).toEqual(responses[0])
    expect(responses[2]).toEqual(responses[0])
    expect(await toEdc({ people: [other?.id ?? ''] }, { role: 'CRA' }, viewer)).toMatchObject(granted)
    expect(JSON.stringify((await toEdc({ people: [holder?.id ?? ''] })).errors)).toMatch(/药师.*林一/)
  })

  it('still grants blinded roles in RTSM to people who have nothing there', async () => {
    const monitor = { roleId: 'MONITOR', roleName: '监查员' }
    await separate({ softwareId: softwareCodes.rtsm, ...monitor, ...pharmacist })
    const [person, viewer] = [await inviting.addPerson('林一'), await inviting.addAdministrator()]
    await toRtsm({ people: [viewer.memberId] })
    expect(await toRtsm({ people: [person.id] }, { ...blinded, ...monitor }, viewer)).toMatchObject(granted)
  })

  it('learns what does not concern RTSM', async () => {
    await separate()
    const [person, viewer] = [await inviting.addPerson('林一'), await inviting.addAdministrator()]
    await toCtms({ people: [person.id] })
    await toRtsm({ people: [viewer.memberId] })
    expect(await toEdc({ people: [person.id] }, {}, viewer)).toMatchObject(rejected('林一'))
  })
})

describe('the list of conflicts', () => {
  const listed = async (sender: Sender = here(), paging: object = {}) =>
    (await call(dutyConflicts, { tenantId: inviting.tenantId, limit: 100, ...paging }, sender)).data
  /** Returns the conflicts in the study. */
  const ofStudy = async (sender?: Sender) =>
    (await listed(sender))?.list.filter(({ studyId }) => studyId === edc.studyId) ?? []

  it('has who holds both roles of a pair in a study, with the roles and their products', async () => {
    const [person, single] = [await inviting.addPerson('林一'), await inviting.addPerson('顾二')]
    await toEdc({ people: [person.id, single.id] })
    await toCtms({ people: [person.id] })
    expect(await ofStudy()).toEqual([])
    await separate()
    const [row, ...others] = await ofStudy()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...{ tenantUserId: person.id, personName: '林一', origin: 'tenant', reason: managers().reason },
      ...{ studyName: edc.studyId, studyCode: edc.studyId },
      one: { softwareId: softwareCodes.edc, studyUrlId: edc.studyUrlId, roleNames: ['DM'] },
      other: { softwareId: softwareCodes.ctms, studyUrlId: ctms.studyUrlId, roleNames: ['PM'] },
    })
    expect(row?.one.softName).toContain('EDC')
    expect(Date.parse(row?.since ?? '')).not.toBeNaN()
    await separate({ tenantId: globalTenantId }, inviting.suite.admin)
    expect((await ofStudy()).map(({ origin }) => origin).toSorted()).toEqual(['platform', 'tenant'])
  })

  it('omits what the product has not accepted, what has ended, and other tenants', async () => {
    const person = await inviting.addPerson('林一')
    await toEdc({ people: [person.id] })
    inviting.product.respondWith((_call, response) => void response.writeHead(503).end())
    await toCtms({ people: [person.id] })
    inviting.product.respondWith(answering())
    await separate()
    expect(await ofStudy()).toEqual([])
    expect((await call(dutyConflicts, { tenantId: inviting.tenantId }, inviting.suite.there)).code).toBe(
      codes.notFound,
    )
    expect((await call(dutyConflicts, { tenantId: globalTenantId })).code).toBe(codes.notFound)
  })

  it('has who is blinded and unblinded, and shows RTSM only to those who are not blinded', async () => {
    const [person, viewer] = [await inviting.addPerson('林一'), await inviting.addAdministrator()]
    const role = {
      roleId: 'R1',
      roleName: '',
      environmentId: '',
      projectId: 'P1',
      siteIds: [],
      stockHouseIds: [],
    }
    const roles = [
      { ...role, roleName: '药师', ...unblinded },
      { ...role, roleName: '监查员', ...blinded },
    ]
    const grants = JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true })
    await owner()
      .insertInto('productAuthorization')
      .values({
        ...{
          tenantId: inviting.tenantId,
          id: randomUUID(),
          studyUrlId: rtsm.studyUrlId,
          tenantUserId: person.id,
        },
        ...{ language: 'zh', batchId: '', state: 'accepted', grants, acceptedGrants: grants },
      })
      .execute()
    expect(await ofStudy()).toMatchObject([
      { origin: 'builtIn', one: { roleNames: ['药师'] }, other: { roleNames: ['监查员'] } },
    ])
    await toEdc({ people: [person.id] })
    await separate({ ...pharmacist, otherRoleId: 'R1' })
    expect(await ofStudy(viewer)).toHaveLength(2)
    await toRtsm({ people: [viewer.memberId] }, { ...blinded, roleId: 'MONITOR' })
    expect(await ofStudy(viewer)).toEqual([])
  })

  it('is paged by the database, with its exact total', async () => {
    const people = await inviting.addPeople(5)
    const ids = people.map(({ id }) => id)
    await toEdc({ people: ids })
    await toCtms({ people: ids })
    await separate()
    const all = (await listed())?.list ?? []
    const pages = await Promise.all([1, 2, 3].map((page) => listed(here(), { limit: 3, page })))
    expect(pages.flatMap((page) => page?.list ?? [])).toEqual(all.slice(0, 9))
    expect(new Set(pages.map((page) => page?.totalCount))).toEqual(new Set([all.length]))
    expect(all.filter(({ studyId }) => studyId === edc.studyId)).toHaveLength(5)
  })
})
