import { randomUUID } from 'node:crypto'
import {
  codes,
  type InputOf,
  licenceHolders,
  licenceList,
  softwareCodes,
  studyUserRemove,
  studyUserSave,
  tenantUserUpdateBase,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, type Suite, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const { edc, rtsm, ctms, etmf } = softwareCodes

/** Adds a tenant with a licence for up to `maxUser` users of a product and two studies in the product. */
async function startLicence(softwareId: string, maxUser = 9) {
  const { owner } = suite.database
  const tenantId = randomUUID()
  const names = { tenantName: tenantId, tenantCode: tenantId, abbr: tenantId, categoryId: '' }
  await owner
    .insertInto('tenant')
    .values({ id: tenantId, ...names })
    .execute()
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: tenantId, softwareId, userEnable: true, maxUser })
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studies = [
    await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId }),
    await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId }),
  ] as const

  const authorize = (who: { tenantUserId: string } | { invitationId: string }, studyUrlId: string) =>
    owner
      .insertInto('studyUser')
      .values({ tenantId, id: randomUUID(), studyUrlId, ...who })
      .execute()
  const addUser = async (
    fullName: string,
    facts: { enabled?: number; status?: '0' | '1'; accessUntil?: Date } = {},
  ) => {
    const id = randomUUID()
    const { enabled = 0, status = '0', accessUntil = null } = facts
    const email = `${id}@hospital.example`
    await owner
      .insertInto('appUser')
      .values({ id, fullName, userName: id, userNameKey: id, email, emailKey: email, status })
      .execute()
    await owner.insertInto('tenantUser').values({ tenantId, id, userId: id, enabled, accessUntil }).execute()
    return id
  }
  const addInvitation = async (email: string, days: number, status: 'pending' | 'withdrawn' = 'pending') => {
    const id = randomUUID()
    const expiresAt = sql<Date>`now() + make_interval(days => ${days})`
    await owner
      .insertInto('invitation')
      .values({ tenantId, id, email, emailKey: email, language: 'zh', status, expiresAt, keyHash: id })
      .execute()
    return id
  }
  const used = async () => {
    const { data } = await send(suite.server, licenceList, { tenantId, softwareId }, suite.admin)
    return data?.list[0]?.nowUserNum
  }
  const list = async (input: Partial<InputOf<typeof licenceHolders>> = {}, person: Person = suite.admin) =>
    send(suite.server, licenceHolders, { id: tenantId, ...input }, person)
  return { tenantId, studies, authorize, addUser, addInvitation, used, list }
}

describe.each([
  ['EDC', edc],
  ['RTSM', rtsm],
  ['CTMS', ctms],
  ['eTMF', etmf],
])('the user seats of a licence for %s', (_name, softwareId) => {
  it('include users who are disabled, locked or whose membership has ended, and list them by name', async () => {
    const licence = await startLicence(softwareId)
    const { studies, addUser, authorize } = licence
    const people = [
      await addUser('陈启明'),
      await addUser('白启明', { enabled: 1 }),
      await addUser('丁锁', { status: '1' }),
      await addUser('方结束', { accessUntil: new Date('2026-01-01') }),
    ]
    await addUser('未授权')
    for (const tenantUserId of people) await authorize({ tenantUserId }, studies[0])
    await authorize({ tenantUserId: people[0] ?? '' }, studies[1])
    const { data } = await licence.list()
    expect(data?.list).toMatchObject([
      { id: people[1], displayName: '白启明', state: 'disabled', studyCount: 1 },
      { id: people[0], displayName: '陈启明', state: 'usable', studyCount: 2 },
      { id: people[2], displayName: '丁锁', state: 'locked', studyCount: 1 },
      { id: people[3], displayName: '方结束', state: 'ended', studyCount: 1 },
    ])
    expect([data?.totalCount, await licence.used()]).toEqual([4, 4])
    expect((await licence.list({ keyWord: '启明', limit: 1, page: 2 })).data).toMatchObject({
      list: [{ displayName: '陈启明' }],
      totalCount: 2,
    })
  })

  it('include open invitations only', async () => {
    const { studies, addInvitation, authorize, list, used } = await startLicence(softwareId)
    const [open, late, withdrawn] = [
      await addInvitation('open@hospital.example', 3),
      await addInvitation('late@hospital.example', -1),
      await addInvitation('gone@hospital.example', 3, 'withdrawn'),
    ]
    for (const invitationId of [open, late, withdrawn])
      for (const studyUrlId of studies) await authorize({ invitationId }, studyUrlId)
    const { data } = await list({ kind: 'invitation' })
    expect(data?.list).toEqual([
      {
        id: open,
        displayName: '',
        userName: '',
        email: 'open@hospital.example',
        state: 'invited',
        studyCount: 2,
      },
    ])
    expect([data?.totalCount, await used()]).toEqual([1, 1])
    expect((await list({ kind: 'invitation', keyWord: 'OPEN@' })).data?.totalCount).toBe(1)
    expect((await list({ kind: 'invitation', keyWord: 'late@' })).data?.totalCount).toBe(0)
    expect((await list()).data?.list).toEqual([])
  })

  it('include disabled users until their authorization is cancelled', async () => {
    const { studies, addUser, used, list } = await startLicence(softwareId, 1)
    const [one, other] = [await addUser('甲'), await addUser('乙')]
    const [studyUrlId] = studies
    const authorize = (id: string) =>
      send(suite.server, studyUserSave, { studyUrlId, tenantUserIds: [id] }, suite.admin)
    expect(await authorize(one)).toMatchObject({ code: codes.ok })
    const disabled = { id: one, enabled: 1 }
    expect(await send(suite.server, tenantUserUpdateBase, disabled, suite.admin)).toMatchObject({
      code: codes.ok,
    })
    expect(await authorize(other)).toMatchObject({
      code: codes.licence,
      message: expect.stringContaining('上限 1 名，已用 1 名（含已停用的用户和未接受的邀请）'),
    })
    expect((await list()).data?.list).toMatchObject([{ id: one, state: 'disabled' }])
    const { id = '' } =
      (await suite.database.owner
        .selectFrom('studyUser')
        .select('id')
        .where('tenantUserId', '=', one)
        .executeTakeFirst()) ?? {}
    expect(
      await send(suite.server, studyUserRemove, { isSite: false, ids: [id] }, suite.admin),
    ).toMatchObject({ code: codes.ok })
    expect(await used()).toBe(0)
    expect(await authorize(other)).toMatchObject({ code: codes.ok })
  })
})

describe('the list of holders', () => {
  it('shows a tenant its own holders only', async () => {
    const { owner } = suite.database
    const menu = { id: 'syslist', code: 'syslist', name: '系统列表', seq: 1 }
    await owner
      .insertInto('menu')
      .values(menu)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await owner.insertInto('role').values({ id: 'holders', name: '授权查看', roleType: 2 }).execute()
    await owner.insertInto('roleMenu').values({ roleId: 'holders', menuId: menu.id }).execute()
    const member = await signedInMember(suite.database, 'holders')
    const [own, foreign] = [await startLicence(edc), await startLicence(edc)]
    await owner
      .insertInto('tenantUser')
      .values({ tenantId: own.tenantId, id: randomUUID(), userId: member.userId, roleId: 'holders' })
      .execute()
    for (const { addUser, authorize, studies } of [own, foreign])
      await authorize({ tenantUserId: await addUser('持有人') }, studies[0])
    expect((await own.list({}, member)).data).toMatchObject({
      list: [{ displayName: '持有人' }],
      totalCount: 1,
    })
    expect((await own.list({ keyWord: '持有' }, member)).data?.totalCount).toBe(1)
    for (const kind of ['user', 'invitation'] as const)
      expect(await foreign.list({ kind }, member)).toMatchObject({ code: codes.notFound, data: null })
  })

  it('rejects an unknown kind and names the field', async () => {
    const { list } = await startLicence(edc)
    const { code, errors } = await list({ kind: 'nobody' as 'user' })
    expect([code, errors?.map(({ field }) => field)]).toEqual([codes.invalid, ['kind']])
  })

  it('finds the users of a tenant that has too many holders to read them by id', async () => {
    const { tenantId, studies, addUser, authorize, list, used } = await startLicence(edc)
    const { owner } = suite.database
    const count = 1100
    const prefix = randomUUID()
    await sql`insert into app_user (id, full_name, user_name, user_name_key)
      select ${prefix} || n, 'Holder ' || lpad(n::text, 4, '0'), ${prefix} || n, ${prefix} || n
      from generate_series(1, ${sql.lit(count)}) n`.execute(owner)
    await sql`insert into tenant_user (tenant_id, id, user_id)
      select ${tenantId}, ${prefix} || n, ${prefix} || n from generate_series(1, ${sql.lit(count)}) n`.execute(
      owner,
    )
    await sql`insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
      select ${tenantId}, ${prefix} || n, ${studies[0]}, ${prefix} || n
      from generate_series(1, ${sql.lit(count)}) n`.execute(owner)
    await addUser('Holder 0000')
    await authorize({ tenantUserId: await addUser('Holder 1101') }, studies[1])
    const last = (await list({ page: 111 })).data
    expect(last).toMatchObject({ list: [{ displayName: 'Holder 1101' }], totalCount: count + 1 })
    expect((await list({ keyWord: 'Holder 0000' })).data?.totalCount).toBe(0)
    expect((await list({ keyWord: 'Holder 1100' })).data).toMatchObject({
      list: [{ studyCount: 1 }],
      totalCount: 1,
    })
    expect(await used()).toBe(count + 1)
  })
})
