import { codes, studyList } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, signedInMember } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addStudy, type StudySites, startStudySites } from './test-kit/index.ts'

let suite: Suite
let withStudy: StudySites['withStudy']

beforeAll(async () => {
  ;({ suite, withStudy } = await startStudySites())
})

afterAll(() => suite.close())

describe('access to the sites of a study', () => {
  it('limits each caller to studies and sites of their own tenants', async () => {
    const { studyId, save, enrol, enrolled, info, remove, list, unselected } = await withStudy()
    const { id, tenantSiteId } = await enrolled('示例隔离', '01')
    for (const [sender, code] of [
      [suite.there, codes.notFound],
      [suite.guest, codes.forbidden],
    ] as const)
      for (const response of [
        await list({}, sender),
        await unselected({}, sender),
        await info(id, sender),
        await enrol(tenantSiteId, '02', {}, sender),
        await save({ id, studyId, tenantSiteId, code: '02' }, sender),
        await remove(id, sender),
      ])
        expect(response).toMatchObject({ code, data: null })
    const theirs = await addStudy(suite, suite.there)
    expect(await enrol(tenantSiteId, '01', { studyId: theirs })).toMatchObject({ code: codes.notFound })
    expect(await save({ id, studyId: theirs, tenantSiteId, code: '01' })).toMatchObject({
      code: codes.notFound,
    })
    expect((await enrol(tenantSiteId, '01', { studyId: theirs }, suite.admin)).errors).toMatchObject([
      { field: 'tenantSiteId' },
    ])
    expect(await list({ studyId: 'nobody' }, suite.admin)).toMatchObject({ code: codes.notFound })
  })

  it('allows the platform in every tenant', async () => {
    const { studyId, save, enrolled, remove, list } = await withStudy()
    const { id, tenantSiteId } = await enrolled('示例平台', '01')
    const change = { id, studyId, tenantSiteId, code: '09' }
    expect(await save(change, suite.admin)).toMatchObject({ code: codes.ok })
    expect((await list({}, suite.admin)).data?.list).toMatchObject([{ code: '09' }])
    expect(await remove(id, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it('lets users with only this screen choose among the studies', async () => {
    const { owner } = suite.database
    const role = { id: 'sites of studies', name: '研究中心管理', roleType: 2 }
    await owner.insertInto('role').values(role).execute()
    await owner.insertInto('roleMenu').values({ roleId: role.id, menuId: 'projectSite' }).execute()
    const member = await signedInMember(suite.database, role.id)
    const theirs = await addStudy(suite, { ...suite.admin, tenantId: member.tenantId })
    const { data } = await send(suite.server, studyList, {}, member)
    expect(data?.list.map(({ id }) => id)).toEqual([theirs])
  })
})
