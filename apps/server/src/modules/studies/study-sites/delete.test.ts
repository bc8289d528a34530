import { randomUUID } from 'node:crypto'
import { codes, softwareCodes, studyDelete, tenantSiteDelete } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Suite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../../products/licences/test-kit/index.ts'
import { type StudySites, startStudySites } from './test-kit/index.ts'

let suite: Suite
let withStudy: StudySites['withStudy']

beforeAll(async () => {
  ;({ suite, withStudy } = await startStudySites())
})

afterAll(() => suite.close())

describe('taking a site out of a study', () => {
  it('makes the site available for selection again', async () => {
    const { enrolled, info, remove, namesToPick } = await withStudy()
    const { id } = await enrolled('示例移出', '01')
    expect(await namesToPick()).not.toContain('示例移出')
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await info(id)).toMatchObject({ code: codes.notFound })
    expect(await namesToPick()).toContain('示例移出')
    expect(await remove(id)).toMatchObject({ code: codes.notFound })
  })

  it('is rejected while users are authorized there, and the site prevents deletion of its study and its tenant’s site', async () => {
    const { tenantId } = suite.here
    const { studyId, enrolled, remove } = await withStudy()
    const { owner } = suite.database
    const { id, tenantSiteId } = await enrolled('示例有人', '01')
    const licensed = { tenantId, softwareId: softwareCodes.edc }
    const tenantUrlId = await addDomain(owner, licensed)
    const studyUrlId = randomUUID()
    await owner
      .insertInto('studyUrl')
      .values({ ...licensed, id: studyUrlId, studyId, tenantUrlId })
      .execute()
    const { id: tenantUserId } = await owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const allowed = { tenantId, studyUrlId, tenantUserId }
    await owner
      .insertInto('studyUser')
      .values([
        { ...allowed, id: randomUUID(), studySiteId: id },
        { ...allowed, id: randomUUID() },
      ])
      .execute()
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 条用户授权',
    })
    expect((await send(suite.server, studyDelete, { id: studyId }, suite.here)).message).toContain(
      '1 个研究中心',
    )
    expect(await send(suite.server, tenantSiteDelete, { id: tenantSiteId }, suite.here)).toMatchObject({
      code: codes.conflict,
    })
    await owner.deleteFrom('studyUser').where('studySiteId', '=', id).execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await send(suite.server, tenantSiteDelete, { id: tenantSiteId }, suite.here)).toMatchObject({
      code: codes.ok,
    })
  })
})
