import { randomUUID } from 'node:crypto'
import {
  blinding,
  categories,
  codes,
  type InputOf,
  inviteIwrs,
  register,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { secretSentTo, send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../../products/licences/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'
import { answering, type Inviting, newAddress, roleId, startInviting, typeId } from './test-kit/index.ts'

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

type Role = InputOf<typeof inviteIwrs>['userRoleList'][number]

const blinded = { isBlind: blinding.blinded }
const unblinded = { isBlind: blinding.unblinded, unblindingReason: '负责药物供应' }

const roleOf = (more: Partial<Role> = {}): Role => ({
  projectId: 'P1',
  roleId: 'R1',
  siteList: [rtsm.siteIds[0] ?? ''],
  ...more,
})

/** Grants RTSM roles to members of the tenant or to addresses. */
const grant = (
  to: { readonly userList?: string[]; readonly EmailList?: string[] },
  roles: readonly Partial<Role>[],
  studyUrlId: string = rtsm.studyUrlId,
) =>
  send(
    inviting.suite.server,
    inviteIwrs,
    {
      ...{ tenantId: inviting.tenantId, studyUrlId, userRole: roleId, userTypeId: typeId },
      ...to,
      userRoleList: roles.map(roleOf),
    },
    inviting.suite.here,
  )

const rejected = (field: string, message: string) => ({
  code: codes.invalid,
  errors: [{ field, message: expect.stringContaining(message) }],
})

/**
 * Links the study with a second product that has RTSM's authorization style.
 * @returns the link's id
 */
async function linkedTwice(): Promise<string> {
  const { owner } = inviting.suite.database
  const { tenantId, studyId } = rtsm
  const softwareId = randomUUID()
  const like = await owner
    .selectFrom('software')
    .selectAll()
    .where('id', '=', softwareCodes.rtsm)
    .executeTakeFirstOrThrow()
  await owner
    .insertInto('software')
    .values({ ...like, id: softwareId, webCode: softwareId, appCode: softwareId, softwareName: softwareId })
    .execute()
  await owner.insertInto('tenantSoftware').values({ tenantId, id: softwareId, softwareId }).execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studyUrlId = randomUUID()
  await owner
    .insertInto('studyUrl')
    .values({ tenantId, id: studyUrlId, studyId, softwareId, tenantUrlId })
    .execute()
  return studyUrlId
}

describe('an unblinded role', () => {
  it('requires a reason, which is stored with the grant and sent to the product', async () => {
    const { addPerson, grantsOf, product } = inviting
    const one = await addPerson('供应经理')
    for (const unblindingReason of [undefined, '', '  '])
      expect(await grant({ userList: [one.id] }, [{ ...unblinded, unblindingReason }])).toMatchObject(
        rejected('userRoleList.0.unblindingReason', '请填写揭盲理由'),
      )
    expect(await grantsOf(one.id)).toEqual([])
    expect((await grant({ userList: [one.id] }, [unblinded])).code).toBe(codes.ok)
    await inviting.approveAll()
    expect(await grantsOf(one.id)).toMatchObject([{ grants: { roles: [unblinded] } }])
    expect(product.received.at(-1)?.body.grant.roles).toMatchObject([unblinded])
  })

  it('stays blinded when only a reason is given', async () => {
    const one = await inviting.addPerson('盲态监查员')
    await grant({ userList: [one.id] }, [{ ...blinded, unblindingReason: '不应保存' }])
    expect(JSON.stringify(await inviting.grantsOf(one.id))).not.toContain('不应保存')
  })
})

describe('the product’s own statement on a role', () => {
  const offer = (IsBlind: 0 | 1 | null | undefined) =>
    inviting.product.offers([
      {
        Id: 'P1',
        ProjectName: 'P1',
        EnvironmentFlag: '1',
        Status: '1',
        RoleList: [{ Id: 'R1', Name: 'R1', IsBlind }],
        StockHouseList: [],
      },
    ])

  it.each([
    [1, unblinded, '此角色为盲态'],
    [0, blinded, '此角色为非盲'],
  ] as const)(
    'rejects the opposite blinding at its field if the product states %p',
    async (word, asked, message) => {
      const one = await inviting.addPerson('受邀人')
      offer(word)
      const result = await grant({ userList: [one.id] }, [{ ...asked, projectId: 'P2' }, asked])
      expect(result).toMatchObject(rejected('userRoleList.1.isBlind', message))
      expect(await inviting.grantsOf(one.id)).toEqual([])
    },
  )

  it.each([
    [1, blinded],
    [0, unblinded],
    [null, blinded],
    [undefined, unblinded],
  ] as const)('grants the role if the product states %p: %j', async (word, asked) => {
    const one = await inviting.addPerson('受邀人')
    offer(word)
    expect((await grant({ userList: [one.id] }, [asked])).code).toBe(codes.ok)
  })

  it('is unavailable while the product is down, so nothing is granted', async () => {
    const one = await inviting.addPerson('受邀人')
    const { owner } = inviting.suite.database
    await owner
      .updateTable('studyUrl')
      .set({ roleApiRequest: '/nobody/answers' })
      .where('id', '=', rtsm.studyUrlId)
      .execute()
    inviting.product.respondWith((_call, response) => void response.writeHead(500).end())
    expect((await grant({ userList: [one.id] }, [unblinded])).code).not.toBe(codes.ok)
    expect(await inviting.grantsOf(one.id)).toEqual([])
  })
})

const [whoIsBlinded, whoIsUnblinded] = ['以下人员已有该研究的盲态角色', '以下人员已有该研究的非盲角色']

describe('blinded and unblinded roles of one study', () => {
  it('cannot be granted together, even in different projects and environments', async () => {
    const one = await inviting.addPerson('受邀人')
    const roles = [
      { ...blinded, projectId: 'P1', environmentFlag: '1' },
      { ...unblinded, projectId: 'P2', environmentFlag: '2' },
    ]
    expect(await grant({ userList: [one.id] }, roles)).toMatchObject(
      rejected('userRoleList', '不能在一个研究中同时持有盲态和非盲角色'),
    )
  })

  it.each([
    [blinded, unblinded, whoIsBlinded],
    [unblinded, blinded, whoIsUnblinded],
  ] as const)('are not granted one after the other: %j, then %j', async (first, second, message) => {
    const one = await inviting.addPerson('林一')
    const other = await inviting.addPerson('陈二')
    expect((await grant({ userList: [one.id] }, [first])).code).toBe(codes.ok)
    const result = await grant({ userList: [one.id, other.id] }, [second])
    expect(result).toMatchObject(rejected('userRoleList', message))
    expect(result.errors?.[0]?.message).toContain('林一')
    expect(result.errors?.[0]?.message).not.toContain('陈二')
    expect((await grant({ userList: [one.id] }, [first])).code).toBe(codes.ok)
    expect((await grant({ userList: [other.id] }, [second])).code).toBe(codes.ok)
  })

  it('cannot be held in two products of one study, but can be held in two studies', async () => {
    const one = await inviting.addPerson('林一')
    const twice = await linkedTwice()
    await inviting.suite.database.owner
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId: inviting.tenantId, id: randomUUID(), studyUrlId: twice, tenantUserId: one.id },
        ...{ language: 'zh', batchId: '', state: 'accepted' as const },
        grants: JSON.stringify({ roles: [{ isBlind: 0 }] }),
      })
      .execute()
    expect(await grant({ userList: [one.id] }, [blinded])).toMatchObject(
      rejected('userRoleList', whoIsUnblinded),
    )
    const elsewhere = await inviting.linked(softwareCodes.rtsm)
    const there = { ...blinded, siteList: [elsewhere.siteIds[0] ?? ''] }
    expect((await grant({ userList: [one.id] }, [there], elsewhere.studyUrlId)).code).toBe(codes.ok)
  })

  it('count as held whether the product has accepted them or they are still pending', async () => {
    const one = await inviting.addPerson('林一')
    await grant({ userList: [one.id] }, [blinded])
    await inviting.suite.database.owner
      .updateTable('productAuthorization')
      .set({ state: 'refused', grants: JSON.stringify({ roles: [] }) })
      .where('tenantUserId', '=', one.id)
      .execute()
    expect(await grant({ userList: [one.id] }, [unblinded])).toMatchObject(
      rejected('userRoleList', whoIsBlinded),
    )
  })

  it('are rejected for an address, or its user, with an open invitation to the other', async () => {
    const address = newAddress()
    expect((await grant({ EmailList: [address] }, [blinded])).code).toBe(codes.ok)
    const result = await grant({ EmailList: [address] }, [unblinded])
    expect(result).toMatchObject(rejected('userRoleList', whoIsBlinded))
    expect(result.errors?.[0]?.message).toContain(address)
    const { owner } = inviting.suite.database
    const one = await inviting.addPerson('林一')
    await owner
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', one.userId)
      .execute()
    expect(await grant({ userList: [one.id] }, [unblinded])).toMatchObject(
      rejected('userRoleList', whoIsBlinded),
    )
    await owner.updateTable('invitation').set({ status: 'withdrawn' }).where('email', '=', address).execute()
    expect((await grant({ userList: [one.id] }, [unblinded])).code).toBe(codes.ok)
  })

  it('cannot be combined by accepting an invitation', async () => {
    const { addPerson, grantsOf, suite } = inviting
    const [address, one] = [newAddress(), await addPerson('林一')]
    await grant({ EmailList: [address] }, [blinded])
    // The user got this grant with another address, which is then changed to the invited one.
    await grant({ userList: [one.id] }, [unblinded])
    await inviting.approveAll()
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', one.userId)
      .execute()
    const accept = async () =>
      send(suite.server, register, {
        key: await secretSentTo(suite.database, address),
        positionId: globalEntryId(categories.position, 'PM'),
      })
    expect(await accept()).toMatchObject({
      code: codes.conflict,
      message: '接受后您将在同一研究中同时持有盲态和非盲角色，请联系邀请方',
    })
    expect(await grantsOf(one.id)).toMatchObject([{ grants: { roles: [{ isBlind: 0 }] } }])
    await suite.database.owner.deleteFrom('productAuthorization').where('tenantUserId', '=', one.id).execute()
    expect(await accept()).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('您曾在该研究中揭盲'),
    })
  })
})
