import { tenantSiteSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import type { Suite } from '../../../app/test-kit/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addSite, addStudy, type StudySites, startStudySites } from './test-kit/index.ts'

let suite: Suite
let withStudy: StudySites['withStudy']

beforeAll(async () => {
  ;({ suite, withStudy } = await startStudySites())
})

afterAll(() => suite.close())

describe('listing the sites of a study', () => {
  it('is sorted by code by default, and paged', async () => {
    const { enrolled, list, codesIn } = await withStudy()
    const made: readonly [string, string][] = [
      ['示例序丙', '03'],
      ['示例序乙', '01'],
      ['示例序甲', '02'],
    ]
    for (const [name, code] of made) await enrolled(name, code)
    expect(await codesIn()).toEqual(['01', '02', '03'])
    expect(await codesIn({ sortOrder: 'desc' })).toEqual(['03', '02', '01'])
    expect(await codesIn({ sortBy: 'nickName' })).toEqual(['03', '02', '01'])
    expect(await codesIn({ sortBy: 'createTime' })).toEqual(['02', '01', '03'])
    expect((await list({ limit: 2, page: 2 })).data).toMatchObject({
      list: [{ code: '03' }],
      totalCount: 3,
    })
  })

  it('searches code, nickname and name literally', async () => {
    const { studyId, save, enrolled, info, codesIn } = await withStudy()
    const { id } = await enrolled('示例云岫医院', 'YX_1')
    await enrolled('示例别的医院', 'YX21')
    await save({
      id,
      studyId,
      tenantSiteId: (await info(id)).data?.tenantSiteId ?? '',
      code: 'YX_1',
      nickName: '老院区 100%',
    })
    for (const keyWord of ['yx_', '云岫', '老院', '100%', ' 院区 '])
      expect(await codesIn({ keyWord })).toEqual(['YX_1'])
    expect(await codesIn({ keyWord: '没有' })).toEqual([])
  })

  it('uses indexes', async () => {
    const { tenantId } = suite.here
    const { studyId } = await withStudy()
    const { owner, db } = suite.database
    const ids = sql`select 'many' || n as id from generate_series(1, 3000) n`
    await sql`insert into site (id, site_name, level_id, type_id) select id, id, '', '' from (${ids}) s`.execute(
      owner,
    )
    await sql`insert into tenant_site (tenant_id, id, site_id, site_name, nick_name)
      select ${tenantId}, id, id, id, id from (${ids}) s`.execute(owner)
    await sql`insert into study_site (tenant_id, id, study_id, tenant_site_id, code)
      select ${tenantId}, id, ${studyId}, id, id from (${ids}) s`.execute(owner)
    await sql`analyze study_site, tenant_site`.execute(owner)
    const as = { role: 'atrium_tenant', tenants: [tenantId] } as const
    const plan = (query: ReturnType<typeof sql>) =>
      inTransaction(db, as, async (trx) =>
        JSON.stringify((await sql`explain (format json) ${query}`.execute(trx)).rows),
      )
    expect(
      await plan(sql`select id from study_site where tenant_id = ${tenantId} and study_id = ${studyId}
        order by code collate "zh-x-icu", id limit 10`),
    ).toContain('study_site_by_code')
    expect(
      await plan(sql`select id from tenant_site where tenant_id = ${tenantId}
        order by site_name collate "zh-x-icu", id limit 10`),
    ).toContain('tenant_site_of_tenant_by_site_name')
    for (const table of ['studySite', 'tenantSite', 'site'] as const)
      await owner.deleteFrom(table).where('id', 'like', 'many%').execute()
  })
})

describe('the sites to choose from', () => {
  it('are the tenant’s sites that are not in the study, sorted by name, and searchable by name and nickname', async () => {
    const { tenantId } = suite.here
    const { enrol, unselected, namesToPick } = await withStudy()
    const ids = [
      await addSite(suite, '示例待选乙'),
      await addSite(suite, '示例待选甲'),
      await addSite(suite, '示例待选丙'),
    ]
    await addSite(suite, '示例待选丁', {}, suite.there.tenantId)
    const named = { id: ids[0] ?? '', nickName: '栖霞院区' }
    await send(suite.server, tenantSiteSave, named, suite.here)
    await enrol(ids[2] ?? '', '01')
    expect(await namesToPick({ siteName: '示例待选' })).toEqual(['示例待选甲', '示例待选乙'])
    expect(await namesToPick({ siteName: '栖霞' })).toEqual(['示例待选乙'])
    expect(await namesToPick({ siteName: '示例待选', limit: 1, page: 2 })).toEqual(['示例待选乙'])
    expect(await namesToPick({ siteName: '示例待选', sortBy: 'nickName' })).toEqual([
      '示例待选乙',
      '示例待选甲',
    ])
    expect(
      await namesToPick({ siteName: '示例待选', studyId: await addStudy(suite, suite.here) }),
    ).toHaveLength(3)
    const { data } = await unselected({ siteName: '栖霞' }, suite.admin)
    expect(data).toMatchObject({
      list: [{ tenantId, nickName: '栖霞院区', levelDesc: '三级甲等' }],
      totalCount: 1,
    })
  })
})
