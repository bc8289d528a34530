import { codes, tenantUserUnassigned } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../access/index.ts'
import { addReachable, ageLimits, send } from '../../identity/sign-in/test-kit/index.ts'
import { addTenantUser, insertMembership } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Input = { tenantId?: string; keyWord?: string; limit?: number; page?: number; searchAll?: boolean }

const ask = (input: Input, sender: { token: string } = suite.here) =>
  send(suite.server, tenantUserUnassigned, { tenantId: suite.here.tenantId, ...input }, sender)

const found = async (input: Input, sender: { token: string } = suite.here) => {
  const { code, data } = await ask(input, sender)
  expect(code).toBe(codes.ok)
  return data ?? { list: [], totalCount: -1 }
}

const nobody = { list: [], totalCount: 0 }

describe('a tenant’s administrator', () => {
  it('finds users by the full user name, address or number, however it is written', async () => {
    const { userName, email, phone } = await addReachable(suite.database, {
      fullName: '程见微',
      userName: 'Jianwei.Cheng',
    })
    const typed = [
      [
        { keyWord: 'jianwei.CHENG ' },
        { userName, email: '1***@hospital.example', phone: `*******${phone.slice(-4)}` },
      ],
      [
        { keyWord: ` ${email.toUpperCase()}` },
        { userName: 'J***', email, phone: `*******${phone.slice(-4)}` },
      ],
      [
        { keyWord: `+86 ${phone.slice(0, 3)}-${phone.slice(3)}` },
        { userName: 'J***', email: '1***@hospital.example', phone },
      ],
    ] as const
    for (const [input, shown] of typed) {
      const { list, totalCount } = await found(input)
      expect([list, totalCount]).toMatchObject([[{ fullName: '程见微', ...shown }], 1])
      expect(Object.keys(list[0] ?? {}).sort()).toEqual([
        'displayName',
        'email',
        'emailValid',
        'fullName',
        'id',
        'phone',
        'phoneValid',
        'userName',
      ])
    }
  })

  it('finds no users by part of these, and lists none without a keyword', async () => {
    const { email, phone, userName } = await addReachable(suite.database, { fullName: '不可枚举' })
    for (const keyWord of [
      '',
      ' ',
      '%',
      '不可枚举',
      userName.slice(1),
      email.slice(1),
      phone.slice(0, 10),
      `${phone}0`,
    ])
      expect([keyWord, await found({ keyWord })]).toEqual([keyWord, nobody])
  })

  it('does not treat digits within a name as a number', async () => {
    await addReachable(suite.database, { phone: '95588', phoneKey: '95588' })
    expect(await found({ keyWord: 'bank-95588' })).toEqual(nobody)
    expect((await found({ keyWord: '95588' })).totalCount).toBe(1)
  })

  it('does not find users who are already in the tenant, enabled or not, or who are locked', async () => {
    const { tenantId } = suite.here
    const present = await addTenantUser(suite.database, tenantId)
    const disabled = await addTenantUser(suite.database, tenantId, {}, { enabled: 1 })
    const locked = await addReachable(suite.database, { status: '1' })
    for (const { email } of [present, disabled, locked])
      expect(await found({ keyWord: email })).toEqual(nobody)
    const elsewhere = await addTenantUser(suite.database, suite.there.tenantId)
    const special = await addReachable(suite.database, { userType: '1' })
    for (const { email } of [elsewhere, special]) expect((await found({ keyWord: email })).totalCount).toBe(1)
  })

  it('finds all users whose name or number equals the keyword, and pages them', async () => {
    const { phone } = await addReachable(suite.database)
    await addReachable(suite.database, { userName: phone })
    expect(await found({ keyWord: phone, limit: 1 })).toMatchObject({ list: [{}], totalCount: 2 })
    expect(await found({ keyWord: phone, limit: 1, page: 2 })).toMatchObject({ list: [{}], totalCount: 2 })
    expect(await found({ keyWord: phone, limit: 1, page: 3 })).toMatchObject({ list: [], totalCount: 2 })
  })

  it('gets no users for a tenant that they do not administer, or for the platform', async () => {
    const { email } = await addReachable(suite.database)
    await insertMembership(suite.database, { tenantId: suite.there.tenantId, userId: suite.here.userId })
    for (const tenantId of [suite.there.tenantId, 'nowhere', '0'])
      expect(await ask({ tenantId, keyWord: email })).toMatchObject({ code: codes.notFound, data: null })
    expect(await ask({ tenantId: suite.guest.tenantId, keyWord: email }, suite.guest)).toMatchObject({
      code: codes.forbidden,
    })
    expect(await ask({ tenantId: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantId' }],
    })
  })

  it('is limited to a number of searches an hour per caller, whether or not they find a user', async () => {
    const busy = await signedInMember(suite.database, tenantAdministrator.id)
    const { email } = await addReachable(suite.database)
    const responses: number[] = []
    for (let time = 0; time < 121; time++) {
      const keyWord = time % 2 === 0 ? email : 'nobody@hospital.example'
      responses.push((await ask({ tenantId: busy.tenantId, keyWord }, busy)).code)
    }
    expect(responses).toEqual([...Array(120).fill(codes.ok), codes.limitReached])
    expect((await found({ keyWord: email })).totalCount).toBe(1)
    expect(await ask({ tenantId: busy.tenantId, keyWord: '' }, busy)).toMatchObject({ code: codes.ok })
    await ageLimits(suite.database, 3600)
    expect(await ask({ tenantId: busy.tenantId, keyWord: email }, busy)).toMatchObject({ code: codes.ok })
  })
})

describe('the platform', () => {
  it('searches all users who are not in the tenant, without masking', async () => {
    const person = await addReachable(suite.database, { fullName: '平台可寻' })
    const { id, userName, email, phone } = person
    const present = await addTenantUser(suite.database, suite.here.tenantId, { fullName: '平台可寻' })
    const locked = await addReachable(suite.database, { fullName: '平台可寻', status: '1' })
    for (const keyWord of ['台可', email.slice(1), phone.slice(0, 10), userName.slice(2, 30)]) {
      const { list } = await found({ keyWord, limit: 100 }, suite.admin)
      expect([keyWord, list]).toEqual([
        keyWord,
        expect.arrayContaining([
          {
            id,
            fullName: '平台可寻',
            displayName: '平台可寻',
            userName,
            email,
            emailValid: 0,
            phone,
            phoneValid: 0,
          },
        ]),
      ])
      for (const other of [present.userId, locked.id])
        expect(list.map((user) => user.id)).not.toContain(other)
    }
    const there = await found({ tenantId: suite.there.tenantId, keyWord: '台可' }, suite.admin)
    expect(there.list.map((user) => user.id).sort()).toEqual([id, present.userId].sort())
  })

  it('finds special users on request', async () => {
    const { id } = await addReachable(suite.database, { fullName: '隐形人', userType: '1' })
    expect(await found({ keyWord: '隐形人' }, suite.admin)).toEqual(nobody)
    expect((await found({ keyWord: '隐形人', searchAll: true }, suite.admin)).list).toMatchObject([{ id }])
  })

  it('pages through all users, newest first', async () => {
    const latest = await addReachable(suite.database)
    const { list, totalCount } = await found({ limit: 1 }, suite.admin)
    expect(list).toMatchObject([{ id: latest.id }])
    expect(totalCount).toBeGreaterThan(5)
    for (const tenantId of ['nowhere', '0'])
      expect(await ask({ tenantId }, suite.admin)).toMatchObject({ code: codes.notFound })
  })
})
