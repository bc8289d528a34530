import {
  codes,
  globalTenantId,
  type InputOf,
  licenceList,
  type SoftwareOfStudy,
  softwareCodes,
  studyLinkDelete,
  studyLinkList,
  studyLinkSave,
  studySave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Insertable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { TenantSoftwareTable } from '../../database/tables/licences.ts'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { addDomain } from '../licences/test-kit/index.ts'
import { type Sender, send } from '../sign-in/test-kit/index.ts'

let suite: Suite
/** The tenant whose administrator calls, unless said otherwise. */
let tenantId = ''

const { edc, rtsm, ctms, etmf, igcp } = softwareCodes

beforeAll(async () => {
  suite = await startSuite()
  tenantId = suite.here.tenantId
  for (const softwareId of [edc, rtsm, ctms]) await license(softwareId)
})

afterAll(() => suite.close())

/** Sets the licence of a tenant for a product; unlimited unless said otherwise. */
const license = (softwareId: string, facts: Partial<Insertable<TenantSoftwareTable>> = {}, of = tenantId) =>
  suite.database.owner
    .insertInto('tenantSoftware')
    .values({ tenantId: of, id: uuidv7(), softwareId, ...facts })
    .onConflict((conflict) =>
      conflict.constraint('tenant_software_unique').doUpdateSet({
        isEnable: true,
        timeEnable: false,
        startTime: null,
        endTime: null,
        studyEnable: false,
        maxStudy: 1,
        ...facts,
      }),
    )
    .execute()

let made = 0

/** Adds a study. @returns its id */
const addStudy = async (studyName = '示例研究', sender: Sender = suite.here, of = tenantId) => {
  const studyCode = `LINK-${++made}`
  const names = { studyName, studyCode, planCode: `${studyCode}-P`, nameAbbr: studyName, fameFull: studyName }
  const facts = { tenantId: of, principal: '方予宁', siteCount: 1, patientCount: 10 }
  return String((await send(suite.server, studySave, { ...names, ...facts }, sender)).data)
}

const domain = (softwareId: string, of = tenantId) =>
  addDomain(suite.database.owner, { tenantId: of, softwareId })

type Input = InputOf<typeof studyLinkSave>

const save = (input: Input, sender: Sender = suite.here) => send(suite.server, studyLinkSave, input, sender)

/** Links a study with a product. @returns the link's id */
const link = async (studyId: string, softwareId: string): Promise<string> => {
  const { code, data } = await save({ studyId, tenantUrlId: await domain(softwareId) })
  expect(code).toBe(codes.ok)
  return String(data)
}

const remove = (id: string, sender: Sender = suite.here) =>
  send(suite.server, studyLinkDelete, { id }, sender)

const list = async (input: InputOf<typeof studyLinkList> = {}, sender: Sender = suite.here) =>
  (await send(suite.server, studyLinkList, { limit: 1000, ...input }, sender)).data?.list ?? []

/** A product as it stands to a study. */
async function softwareOf(studyId: string, softwareId: string, sender?: Sender): Promise<SoftwareOfStudy> {
  const study = (await list({}, sender)).find(({ id }) => id === studyId)
  const found = study?.softList.find(({ softId }) => softId === softwareId)
  if (!found) throw new Error('the study or the product is missing')
  return found
}

const linksOf = async (softwareId: string, of = tenantId): Promise<number> => {
  const rows = await suite.database.owner
    .selectFrom('studyUrl')
    .select('id')
    .where('tenantId', '=', of)
    .where('softwareId', '=', softwareId)
    .execute()
  return rows.length
}

describe('the studies and their products', () => {
  it('have one entry for every product that people are authorized for study by study, in the products’ order', async () => {
    const studyId = await addStudy()
    const study = (await list()).find(({ id }) => id === studyId)
    expect(study?.softList.map(({ softId }) => softId)).toEqual([edc, rtsm, ctms, etmf])
    expect(study?.tenantName).not.toBe('')
    expect(study?.softList[0]).toEqual({
      id: '',
      softId: edc,
      softName: '电子数据采集系统（EDC）',
      tenantUrlId: '',
      urlName: '',
      roleApiRequest: '',
      roleApiResponse: '',
      rowVersion: 0,
      refusal: '',
    })
    const [first] = await list({}, { ...suite.here, language: 'en' })
    expect(first?.softList[0]?.softName).toBe('Electronic Data Capture (EDC)')
  })

  it('show what was saved, as soon as it is', async () => {
    const studyId = await addStudy()
    const tenantUrlId = await domain(ctms)
    const paths = { roleApiRequest: '/api/v2/roles', roleApiResponse: '/api/v2/users' }
    const { data } = await save({ studyId, tenantUrlId, softName: 'CTMS', ...paths })
    expect(await softwareOf(studyId, ctms)).toMatchObject({
      id: String(data),
      tenantUrlId,
      urlName: tenantUrlId,
      ...paths,
      rowVersion: 1,
      refusal: '',
    })
    expect(await softwareOf(studyId, edc)).toMatchObject({ id: '' })
  })

  it('are found by name, codes and sponsor, paged, sorted, and by default the latest first', async () => {
    const ids: string[] = []
    for (const name of ['丙检索研究', '甲检索研究', '乙检索研究']) ids.push(await addStudy(name))
    const found = async (input: InputOf<typeof studyLinkList>) =>
      (await list({ keyWord: '检索研究', ...input })).map(({ studyName }) => studyName[0])
    expect(await found({})).toEqual(['乙', '甲', '丙'])
    expect(await found({ sortBy: 'studyName' })).toEqual(['丙', '甲', '乙'])
    expect(await found({ limit: 2, page: 2 })).toEqual(['丙'])
    expect(await found({ keyWord: `LINK-${made}` })).toEqual(['乙'])
    expect((await list({ keyWord: '没有这样的研究' })).length).toBe(0)
  })

  it('are those of the caller’s tenants, of all to the platform, or of one', async () => {
    const foreign = suite.there.tenantId
    const [own, theirs] = [await addStudy(), await addStudy('别人的研究', suite.there, foreign)]
    const idsFor = async (input: object, sender: Sender) => (await list(input, sender)).map(({ id }) => id)
    expect(await idsFor({}, suite.here)).not.toContain(theirs)
    for (const all of ['', globalTenantId])
      expect(await idsFor({ tenantId: all }, suite.admin)).toEqual(expect.arrayContaining([own, theirs]))
    expect(await idsFor({ tenantId: foreign }, suite.admin)).toEqual([theirs])
    const asked = await send(suite.server, studyLinkList, { tenantId: foreign }, suite.here)
    expect(asked.code).toBe(codes.notFound)
  })

  it('say of a product that is not linked why it cannot be today, in the words of the refusal', async () => {
    const studyId = await addStudy()
    const tenantUrlId = await domain(etmf)
    for (const language of ['zh', 'en'] as const) {
      const sender = { ...suite.here, language }
      const { code, message } = await save({ studyId, tenantUrlId }, sender)
      expect(code).toBe(codes.licence)
      expect((await softwareOf(studyId, etmf, sender)).refusal).toBe(message)
    }
  })
})

describe('linking a study with a product', () => {
  it('is at a domain of the study’s own tenant, of a product that people are authorized for study by study', async () => {
    const studyId = await addStudy()
    const foreign = await domain(edc, suite.there.tenantId)
    for (const tenantUrlId of ['nothing', foreign])
      expect(await save({ studyId, tenantUrlId })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'tenantUrlId', message: '域名不存在，请重新选择' }],
      })
    // Not even by the platform, which reaches both tenants.
    expect((await save({ studyId, tenantUrlId: foreign }, suite.admin)).errors).toMatchObject([
      { field: 'tenantUrlId' },
    ])
    await license(igcp)
    expect((await save({ studyId, tenantUrlId: await domain(igcp) })).errors).toEqual([
      { field: 'tenantUrlId', message: '该软件不按研究授权，不能配置到研究' },
    ])
    expect(await save({ studyId, tenantUrlId: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantUrlId', message: '请选择域名！' }],
    })
  })

  it('is not done for a study of another tenant, nor for none', async () => {
    const theirs = await addStudy('别人的研究', suite.there, suite.there.tenantId)
    const tenantUrlId = await domain(edc)
    for (const studyId of [theirs, 'nobody'])
      expect(await save({ studyId, tenantUrlId })).toMatchObject({ code: codes.notFound })
  })

  it('is done once: again without an id it is refused, by name', async () => {
    const studyId = await addStudy()
    await link(studyId, edc)
    expect(await save({ studyId, tenantUrlId: await domain(edc) })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantUrlId', message: '该研究已配置此软件，请刷新后查看' }],
    })
    const another = await addStudy()
    const tenantUrlId = await domain(edc)
    const answers = await Promise.all([1, 2, 3, 4].map(() => save({ studyId: another, tenantUrlId })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 422, 422, 422])
  })

  it('is done by the platform for any tenant, under that tenant’s licence', async () => {
    const foreign = suite.there.tenantId
    const studyId = await addStudy('别人的研究', suite.there, foreign)
    const tenantUrlId = await domain(edc, foreign)
    expect(await save({ studyId, tenantUrlId }, suite.admin)).toMatchObject({ code: codes.licence })
    await license(edc, {}, foreign)
    expect(await save({ studyId, tenantUrlId }, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it.each([
    'atrium/roles',
    '//evil.example/roles',
    'https://evil.example/roles',
    '/atrium/../admin',
    '/atrium/./roles',
    '/atrium/%2e%2e/admin',
    '/roles?token=secret',
    '/roles#part',
    '/atrium roles',
    '/atrium\\roles',
    '/',
    '/角色',
  ])('refuses the path %p', async (path) => {
    const studyId = await addStudy()
    const tenantUrlId = await domain(edc)
    const paths = { roleApiRequest: path, roleApiResponse: path }
    expect((await save({ studyId, tenantUrlId, ...paths })).errors).toEqual([
      { field: 'roleApiRequest', message: expect.stringMatching(/^角色查询接口须为以 \/ 开头的路径/) },
      { field: 'roleApiResponse', message: expect.stringMatching(/^用户授权接口须为以 \/ 开头的路径/) },
    ])
  })

  it('has paths of 500 characters at most', async () => {
    const [studyId, tenantUrlId] = [await addStudy(), await domain(edc)]
    const roleApiRequest = `/${'a'.repeat(499)}`
    expect((await save({ studyId, tenantUrlId, roleApiRequest: `${roleApiRequest}a` })).errors).toMatchObject(
      [{ field: 'roleApiRequest' }],
    )
    expect(await save({ studyId, tenantUrlId, roleApiRequest })).toMatchObject({ code: codes.ok })
  })
})

describe('changing a link', () => {
  it('moves it to another domain of the same product, though the licence is full or over', async () => {
    const studyId = await addStudy()
    const id = await link(studyId, rtsm)
    await license(rtsm, { isEnable: false, studyEnable: true, maxStudy: 1 })
    const tenantUrlId = await domain(rtsm)
    const change = { id, studyId, tenantUrlId, roleApiRequest: '/v2/roles', rowVersion: 1 }
    expect(await save(change)).toMatchObject({ code: codes.ok, data: id })
    expect(await softwareOf(studyId, rtsm)).toMatchObject({
      tenantUrlId,
      roleApiRequest: '/v2/roles',
      rowVersion: 2,
    })
    expect(await save({ ...change, roleApiRequest: '/v3/roles' })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'tenantUrlId' },
        { field: 'roleApiRequest', current: '/v2/roles' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    await license(rtsm)
  })

  it('leaves it its study’s and its product’s', async () => {
    const studyId = await addStudy()
    const id = await link(studyId, edc)
    expect((await save({ id, studyId, tenantUrlId: await domain(ctms) })).errors).toEqual([
      { field: 'tenantUrlId', message: '所选域名属于另一个软件，请选择同一软件的域名' },
    ])
    expect((await save({ id, studyId: await addStudy(), tenantUrlId: await domain(edc) })).errors).toEqual([
      { field: 'studyId', message: '研究不能修改' },
    ])
  })

  it('is not done with another tenant’s link', async () => {
    const id = await link(await addStudy(), edc)
    const foreign = suite.there.tenantId
    const studyId = await addStudy('别人的研究', suite.there, foreign)
    const input = { id, studyId, tenantUrlId: await domain(edc, foreign) }
    expect(await save(input, suite.there)).toMatchObject({ code: codes.notFound })
    // Nor by the platform into another tenant's study.
    expect((await save(input, suite.admin)).errors?.map(({ field }) => field)).toEqual(['studyId'])
  })
})

const day = (fromNow: number) =>
  sql<string>`(now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)}` as unknown as string

describe('the licence', () => {
  it('lets one of twenty in where one place is left', async () => {
    const used = await linksOf(edc)
    await license(edc, { studyEnable: true, maxStudy: used + 1 })
    const tenantUrlId = await domain(edc)
    const studies = await Promise.all(Array.from({ length: 20 }, () => addStudy()))
    const senders = [suite.here, suite.admin]
    const answers = await Promise.all(
      studies.map((studyId, index) => save({ studyId, tenantUrlId }, senders[index % 2])),
    )
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    const refused = answers.filter(({ code }) => code === codes.licence)
    expect(refused).toHaveLength(19)
    expect(await linksOf(edc)).toBe(used + 1)
    // The list says so before anybody tries.
    const index = answers.findIndex(({ code }) => code === codes.licence)
    expect((await softwareOf(studies[index] ?? '', edc)).refusal).toBe(answers[index]?.message)
    await license(edc)
  })

  it.each([
    ['is switched off', () => ({ isEnable: false }), /授权已停用/],
    ['begins tomorrow', () => ({ timeEnable: true, startTime: day(1), endTime: day(9) }), /起生效/],
    ['ended yesterday', () => ({ timeEnable: true, startTime: day(-9), endTime: day(-1) }), /到期/],
  ])('lets nothing in where it %s, and says so in the list', async (_what, facts, said) => {
    await license(ctms, facts())
    const [studyId, before] = [await addStudy(), await linksOf(ctms)]
    const { code, message } = await save({ studyId, tenantUrlId: await domain(ctms) })
    expect({ code, message }).toEqual({ code: codes.licence, message: expect.stringMatching(said) })
    expect((await softwareOf(studyId, ctms)).refusal).toBe(message)
    expect(await linksOf(ctms)).toBe(before)
    await license(ctms)
  })

  it('has its place back when the link is taken away, and shows so at once', async () => {
    const used = await linksOf(ctms)
    await license(ctms, { studyEnable: true, maxStudy: used + 1 })
    const shown = async () => {
      const { data } = await send(suite.server, licenceList, { tenantId, softwareId: ctms }, suite.admin)
      return data?.list[0]?.nowStudyNum
    }
    const [one, other] = [await addStudy(), await addStudy()]
    const id = await link(one, ctms)
    expect(await shown()).toBe(used + 1)
    const tenantUrlId = await domain(ctms)
    expect(await save({ studyId: other, tenantUrlId })).toMatchObject({ code: codes.licence })
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await shown()).toBe(used)
    expect(await save({ studyId: other, tenantUrlId })).toMatchObject({ code: codes.ok })
    await license(ctms)
  })
})

/** Authorizes somebody by a link: a user of the tenant, or an invitation that ends so many minutes from now. */
async function authorize(studyUrlId: string, invitation?: { minutes: number; status?: 'withdrawn' }) {
  const { owner } = suite.database
  const row = { tenantId, id: uuidv7(), studyUrlId }
  if (!invitation) {
    const { id: tenantUserId } = await owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    return owner
      .insertInto('studyUser')
      .values({ ...row, tenantUserId })
      .execute()
  }
  const { minutes, status = 'pending' } = invitation
  const [id, email] = [uuidv7(), `${uuidv7()}@hospital.example`]
  const expiresAt = sql<Date>`now() + make_interval(mins => ${minutes})`
  await owner
    .insertInto('invitation')
    .values({ tenantId, id, keyHash: id, email, emailKey: email, language: 'zh', status, expiresAt })
    .execute()
  return owner
    .insertInto('studyUser')
    .values({ ...row, invitationId: id })
    .execute()
}

describe('parting a study from a product', () => {
  it('is refused while somebody is authorized or invited there, with how many', async () => {
    const id = await link(await addStudy(), edc)
    await authorize(id, { minutes: 60 })
    await authorize(id, { minutes: 60 })
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个待接受的邀请',
    })
    await authorize(id)
    expect(await remove(id, { ...suite.here, language: 'en' })).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 user authorization'),
    })
    const rows = suite.database.owner.selectFrom('studyUser').select('id').where('studyUrlId', '=', id)
    expect(await rows.execute()).toHaveLength(3)
  })

  it('is not held up by invitations that nobody can accept any more', async () => {
    const id = await link(await addStudy(), edc)
    await authorize(id, { minutes: -1 })
    await authorize(id, { minutes: 60, status: 'withdrawn' })
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await remove(id)).toMatchObject({ code: codes.notFound })
  })

  it('is not done by another tenant', async () => {
    const id = await link(await addStudy(), edc)
    await authorize(id, { minutes: -1 })
    expect(await remove(id, suite.there)).toMatchObject({ code: codes.notFound })
    const { owner } = suite.database
    expect(
      await owner.selectFrom('studyUser').select('id').where('studyUrlId', '=', id).execute(),
    ).toHaveLength(1)
  })

  it('and authorizing somebody at the same moment end as one or the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await link(await addStudy(), edc)
      const [parted, authorized] = await Promise.allSettled([remove(id), authorize(id)])
      const isParted = parted.status === 'fulfilled' && parted.value.code === codes.ok
      expect(isParted).toBe(authorized.status === 'rejected')
    }
  })
})
