import {
  categories,
  codes,
  dictionaryDelete,
  dictionarySave,
  globalTenantId,
  softwareCodes,
  studyDelete,
  studyInfo,
  studyList,
  studySave,
  tenantDelete,
  tenantSiteDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { describePlainEntity, plainEntityKit, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/index.ts'
import { contains, studySearchText } from '../../../platform/database/search.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../../products/licences/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'

let suite: Suite
/** Tenant of the test studies. */
let tenantId = ''

beforeAll(async () => {
  suite = await startSuite()
  tenantId = suite.here.tenantId
})

afterAll(() => suite.close())

let made = 0

const study = {
  list: studyList,
  save: studySave,
  remove: studyDelete,
  example: (studyName: string) => ({
    tenantId,
    studyName,
    planCode: 'LMX-101-P',
    principal: '方予宁',
    nameAbbr: 'LMX-101 II 期',
    fameFull: '示例药 LMX-101 治疗非小细胞肺癌的 II 期临床研究',
    siteCount: 12,
    patientCount: 160,
    sponsor: '鹿鸣溪生物医药',
    indication: '非小细胞肺癌',
    startTime: '2026-01-05',
    endTime: '2028-06-30',
    durationTime: '30 个月',
  }),
  name: 'studyName',
  text: 'designInfo',
}

const kit = plainEntityKit(() => suite, study)
const { find, idsOf, list, remove } = kit

/** Returns a unique code for a new study. Without an explicit code, a changed study keeps its own. */
const newCode = () => `LMX-${++made}`
const add = (name: string, more: object = {}) => kit.add(name, { studyCode: newCode(), ...more })
const save = (more: object = {}) => kit.save('示例研究', { studyCode: newCode(), ...more })
const rejectedFields = async (more: object) => (await save(more)).errors?.map(({ field }) => field)

const saveAs = (sender: Sender, more: object = {}) =>
  send(suite.server, studySave, { ...study.example('别人的研究'), studyCode: newCode(), ...more }, sender)

describe('a study', () => {
  describePlainEntity(() => suite, {
    ...study,
    // The code depends on the name, because study codes must be unique.
    example: (name) => ({
      ...study.example(name),
      studyCode: `${name}-${Buffer.from(name).toString('hex').slice(-40)}`.slice(-50),
    }),
  })

  it('returns everything that was entered, with terms of the platform and of its tenant', async () => {
    const own = await send(
      suite.server,
      dictionarySave,
      { tenantId, categoryId: categories.studyScope, dicName: '单臂探索', dicCode: 'PILOT', sort: 1 },
      suite.here,
    )
    const all = {
      studyScopeId: String(own.data),
      productTypeId: await anEntry(categories.productType),
      researchStageId: globalEntryId(categories.researchStage, 'P2'),
      researchTypeId: globalEntryId(categories.researchType, 'REGISTRATION'),
      therapeuticAreaId: await anEntry(categories.therapeuticArea),
      studyStatusId: globalEntryId(categories.studyStatus, 'RECRUITING'),
      productInfo: '小分子抑制剂',
      drugInfo: '片剂，50 mg',
      designInfo: '随机、双盲、安慰剂对照',
      department: '肿瘤科',
      partner: '衡序澜临床研究',
    }
    const studyCode = newCode()
    const id = await add('完整研究', { ...all, studyCode, siteCount: '12', patientCount: ' 160 ' })
    const { data } = await send(suite.server, studyInfo, { id }, suite.here)
    expect(data).toMatchObject({ ...study.example('完整研究'), ...all, studyCode, id, rowVersion: 1 })
    expect(data?.tenantName).not.toBe('')
  })

  it('requires names, codes, principal and numbers, and names every missing field', async () => {
    const required = [
      ...['studyName', 'studyCode', 'planCode', 'principal', 'nameAbbr', 'fameFull'],
      ...['siteCount', 'patientCount'],
    ]
    const blank = Object.fromEntries(required.map((field) => [field, ' ']))
    expect(await rejectedFields({ ...blank, tenantId: '' })).toEqual(['tenantId', ...required])
  })

  it.each(['-1', '1.5', '12a', 1e9, Number.NaN])('rejects %p sites', async (siteCount) => {
    expect(await rejectedFields({ siteCount })).toEqual(['siteCount'])
  })

  it('can have no sites or subjects yet', async () => {
    expect(await save({ siteCount: 0, patientCount: '0' })).toMatchObject({ code: codes.ok })
  })

  it('must end after it starts, with a message in either language, and can lack either date', async () => {
    for (const endTime of ['2026-01-05', '2026-01-04']) {
      expect((await save({ endTime })).errors).toEqual([
        { field: 'endTime', message: '开始时间不能大于或等于结束时间' },
      ])
      expect(
        (await kit.call(studySave, { ...study.example('x'), studyCode: newCode(), endTime }, 'en')).errors,
      ).toEqual([
        { field: 'endTime', message: expect.stringMatching(/^Start time cannot be less than end time/) },
      ])
    }
    expect(await rejectedFields({ studyName: '', endTime: '2026-01-05' })).toEqual(['studyName', 'endTime'])
    expect(await rejectedFields({ startTime: '2026-02-30' })).toEqual(['startTime'])
    expect(await save({ endTime: '2026-01-06' })).toMatchObject({ code: codes.ok })
    for (const days of [{ startTime: '' }, { endTime: '' }, { startTime: '', endTime: '' }])
      expect(await find(await add('缺日期', days))).toMatchObject(days)
  })

  it('has a code that is unique in its tenant regardless of case, but not across tenants', async () => {
    const id = await add('编号研究', { studyCode: 'Abc-001' })
    for (const studyCode of [
      'Abc-001',
      'ABC-001',
      ' ａｂｃ-001 ',
      'Abc\u2011001',
      'ABC－００１',
      'abc\u2212001',
    ])
      expect((await save({ studyCode })).errors).toEqual([
        { field: 'studyCode', message: '研究编号已被使用，请换一个' },
      ])
    expect(await kit.save('编号研究', { id, studyCode: 'ABC-001' })).toMatchObject({ code: codes.ok })
    expect(await saveAs(suite.there, { tenantId: suite.there.tenantId, studyCode: 'Abc-001' })).toMatchObject(
      { code: codes.ok },
    )
    const responses = await Promise.all([1, 2, 3].map(() => save({ studyCode: 'SAME-001' })))
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid, codes.invalid])
  })

  it('cannot change its tenant', async () => {
    const id = await add('固定租户')
    expect((await save({ id, tenantId: suite.there.tenantId })).errors).toEqual([
      { field: 'tenantId', message: '租户不能修改' },
    ])
    for (const noSelection of [globalTenantId, 'nobody'])
      expect(await save({ tenantId: noSelection })).toMatchObject({ code: codes.notFound })
  })

  it('accepts only terms of the right category that are global or its tenant’s', async () => {
    const foreign = await send(
      suite.server,
      dictionarySave,
      {
        tenantId: suite.there.tenantId,
        categoryId: categories.studyScope,
        dicName: '别家',
        dicCode: 'X',
        sort: 1,
      },
      suite.there,
    )
    expect(
      await rejectedFields({
        studyScopeId: String(foreign.data),
        researchStageId: globalEntryId(categories.researchType, 'IIT'),
        studyStatusId: 'nothing',
        researchTypeId: globalEntryId(categories.researchType, 'IIT'),
      }),
    ).toEqual(['studyScopeId', 'researchStageId', 'studyStatusId'])
  })
})

/** Returns a global entry of a category. */
async function anEntry(categoryId: string): Promise<string> {
  const { id } = await suite.database.owner
    .selectFrom('dictionary')
    .select('id')
    .where('tenantId', '=', globalTenantId)
    .where('categoryId', '=', categoryId)
    .executeTakeFirstOrThrow()
  return id
}

describe('a term of the dictionary', () => {
  it('cannot be deleted while a study uses it', async () => {
    const entry = { categoryId: categories.studyScope, dicName: '在用', sort: 9 }
    const own = await send(suite.server, dictionarySave, { ...entry, tenantId, dicCode: 'USED' }, suite.here)
    const shared = await send(
      suite.server,
      dictionarySave,
      { ...entry, tenantId: globalTenantId, dicCode: 'USED' },
      suite.admin,
    )
    for (const { data } of [own, shared]) {
      const studyScopeId = String(data)
      const used = await add('用到条目', { studyScopeId })
      expect(await send(suite.server, dictionaryDelete, { id: studyScopeId }, suite.admin)).toMatchObject({
        code: codes.conflict,
        message: '正在使用中，无法删除：1 个研究',
      })
      await remove(used)
      expect(await send(suite.server, dictionaryDelete, { id: studyScopeId }, suite.admin)).toMatchObject({
        code: codes.ok,
      })
    }
  })

  it('is either deleted or used if both happen concurrently, and the other call is rejected', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { data } = await send(
        suite.server,
        dictionarySave,
        { tenantId, categoryId: categories.studyScope, dicName: '争用', dicCode: newCode(), sort: 1 },
        suite.here,
      )
      const studyScopeId = String(data)
      const [saved, deleted] = await Promise.all([
        saveAs(suite.here, { studyScopeId }),
        send(suite.server, dictionaryDelete, { id: studyScopeId }, suite.here),
      ])
      expect([saved.code, deleted.code].filter((code) => code === codes.ok)).toHaveLength(1)
    }
  })
})

describe('a study that is in use', () => {
  it('cannot be deleted while it has sites, products and users, nor can its tenant and site, and the message names them', async () => {
    const { owner } = suite.database
    const id = await add('在用研究')
    const licensed = { tenantId, softwareId: softwareCodes.edc }
    const tenantUrlId = await addDomain(owner, licensed)
    await owner
      .insertInto('studyUrl')
      .values({ ...licensed, id: 'link', studyId: id, tenantUrlId })
      .execute()
    const { id: tenantUserId } = await owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    await owner
      .insertInto('studyUser')
      .values({ tenantId, id: 'allowed', studyUrlId: 'link', tenantUserId })
      .execute()
    const site = { id: 'site of a study', siteName: '示例中心', levelId: '', typeId: '' }
    await owner.insertInto('site').values(site).execute()
    await owner
      .insertInto('tenantSite')
      .values({ tenantId, id: 'chosen', siteId: site.id, siteName: site.siteName, nickName: '示例' })
      .execute()
    await owner
      .insertInto('studySite')
      .values({ tenantId, id: 'enrolled', studyId: id, tenantSiteId: 'chosen', code: '01' })
      .execute()
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个研究中心、1 个软件配置、1 条用户授权',
    })
    await owner
      .updateTable('studyUser')
      .set({ studySiteId: 'enrolled' })
      .where('id', '=', 'allowed')
      .execute()
    await expect(owner.deleteFrom('studySite').where('id', '=', 'enrolled').execute()).rejects.toThrow(
      'study_user_study_site',
    )
    expect(await send(suite.server, tenantSiteDelete, { id: 'chosen' }, suite.here)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个研究',
    })
    expect((await send(suite.server, tenantDelete, { id: tenantId }, suite.admin)).message).toMatch(
      /\d+ 个研究/,
    )
    await owner.deleteFrom('studyUser').where('id', '=', 'allowed').execute()
    await owner.deleteFrom('studyUrl').where('id', '=', 'link').execute()
    await owner.deleteFrom('studySite').where('id', '=', 'enrolled').execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await send(suite.server, tenantSiteDelete, { id: 'chosen' }, suite.here)).toMatchObject({
      code: codes.ok,
    })
  })
})

describe('listing studies', () => {
  it('searches name, code, protocol number and sponsor by keyword, and the name separately', async () => {
    const id = await add('雁荡肺癌研究', { studyCode: 'YX-77', planCode: 'PLAN-YX', sponsor: '栖霞药业' })
    for (const keyWord of ['雁荡', 'yx-77', 'plan-yx', '栖霞']) expect(await idsOf({ keyWord })).toEqual([id])
    expect(await idsOf({ studyName: '荡肺' })).toEqual([id])
    for (const studyName of ['YX-77', '栖霞']) expect(await idsOf({ studyName })).toEqual([])
    expect(await idsOf({ keyWord: '栖霞', studyName: '雁荡' })).toEqual([id])
    expect(await idsOf({ keyWord: '研究YX' })).toEqual([])
  })

  it('returns the studies of one tenant, or all that the caller may see', async () => {
    const other = suite.there.tenantId
    const { data } = await saveAs(suite.there, { tenantId: other })
    const tenantsIn = async (sender: Sender, input: object) => {
      const response = await send(suite.server, studyList, { limit: 100, ...input }, sender)
      return [...new Set(response.data?.list.map((row) => row.tenantId))].toSorted()
    }
    for (const none of [{}, { tenantId: '' }, { tenantId: globalTenantId }]) {
      expect(await tenantsIn(suite.admin, none)).toEqual([tenantId, other].toSorted())
      expect(await tenantsIn(suite.here, none)).toEqual([tenantId])
    }
    expect(await tenantsIn(suite.admin, { tenantId: other })).toEqual([other])
    expect(await idsOf({ tenantId: other })).toContain(String(data))
    expect(await send(suite.server, studyList, { tenantId: other }, suite.here)).toMatchObject({
      code: codes.notFound,
    })
  })

  it.each(['planCode', 'studyCode', 'studyName', 'sponsor', 'createTime'] as const)(
    'stands in the order of %s, within a tenant and over all',
    async (sortBy) => {
      const order = new Intl.Collator('zh').compare
      for (const filter of [{}, { tenantId }]) {
        const rows = (await list({ limit: 100, ...filter, sortBy, sortOrder: 'asc' })).list
        const values = rows.map((row) => String(row[sortBy]))
        expect(values).toEqual(values.toSorted(sortBy === 'createTime' ? undefined : order))
      }
    },
  )

  it('uses indexes to search and sort', async () => {
    const { owner, db } = suite.database
    await sql`insert into study (tenant_id, id, study_name, study_code, plan_code, principal, name_abbr, fame_full,
        site_count, patient_count)
      select ${tenantId}, 'many' || n, '众多研究' || n, 'many' || n, '', '', '', '', 0, 0
      from generate_series(1, 5000) n`.execute(owner)
    await sql`analyze study`.execute(owner)
    const plan = (of: (trx: typeof db) => { explain: (format: 'json') => Promise<unknown> }) =>
      inTransaction(db, asPlatform, async (trx) => JSON.stringify(await of(trx).explain('json')))
    expect(
      await plan((trx) => trx.selectFrom('study').select('id').where(contains(studySearchText, '云岫'))),
    ).toContain('study_search_folded')
    const inOrder = (column: string) =>
      plan((trx) =>
        trx
          .selectFrom('study')
          .select('id')
          .where('tenantId', '=', tenantId)
          .orderBy(sql`${sql.ref(column)} collate "zh-x-icu"`)
          .orderBy('id')
          .limit(10),
      )
    for (const column of ['plan_code', 'study_code', 'study_name', 'sponsor'])
      expect(await inOrder(column)).toMatch(new RegExp(`study(_tenant)?_by_${column}`))
    await owner.deleteFrom('study').where('id', 'like', 'many%').execute()
  })
})

describe('another tenant’s study', () => {
  it('cannot be read, changed, deleted or added', async () => {
    const other = suite.there.tenantId
    const { data } = await saveAs(suite.there, { tenantId: other })
    const id = String(data)
    const { here } = suite
    for (const response of [
      await send(suite.server, studyInfo, { id }, here),
      await send(suite.server, studyDelete, { id }, here),
      await saveAs(here, { tenantId: other }),
      await saveAs(here, { tenantId: other, id }),
      await saveAs(here, { id }),
    ])
      expect(response).toMatchObject({ code: codes.notFound, data: null })
    expect(await find(id)).toMatchObject({ rowVersion: 1, tenantId: other })
    expect(await saveAs(suite.guest, { tenantId: suite.guest.tenantId })).toMatchObject({
      code: codes.forbidden,
    })
  })
})
