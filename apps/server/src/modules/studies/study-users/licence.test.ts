import { randomUUID } from 'node:crypto'
import { codes, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addStudy, type StudyUsers, startStudyUsers } from './test-kit/index.ts'

let kit: StudyUsers

beforeAll(async () => {
  kit = await startStudyUsers()
})

afterAll(() => kit.suite.close())

const { rtsm } = softwareCodes

describe('the licence', () => {
  /** Adds a study in another product whose licence has a limited number of user seats. */
  const limited = async (maxUser: number, facts: object = {}) => {
    const { tenantId } = kit.suite.here
    await kit.suite.database.owner
      .deleteFrom('tenantSoftware')
      .where('tenantId', '=', tenantId)
      .where('softwareId', '=', rtsm)
      .execute()
    await kit.licence(tenantId, rtsm, { userEnable: true, maxUser, ...facts })
    return addStudy(kit.suite.database, { tenantId, softwareId: rtsm }, `限额${randomUUID()}`)
  }

  it('has a limited number of user seats, even for concurrent authorizations', async () => {
    const { studyUrlId } = await limited(5)
    const users = await Promise.all(Array.from({ length: 12 }, () => kit.colleague()))
    const responses = await Promise.all(users.map(({ id }) => kit.save({ studyUrlId, tenantUserIds: [id] })))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(5)
    const rejected = responses.filter(({ code }) => code === codes.licence)
    expect(rejected).toHaveLength(7)
    expect(rejected[0]?.message).toContain('上限 5 名，已用 5 名')
    expect(await kit.list({ studyUrlId })).toHaveLength(5)
    // An authorized user needs no additional seat for another study, and removing a user frees a seat.
    const [row] = await kit.list({ studyUrlId })
    const second = await addStudy(
      kit.suite.database,
      { tenantId: kit.suite.here.tenantId, softwareId: rtsm },
      '同一人',
    )
    const again = { studyUrlId: second.studyUrlId, tenantUserIds: [row?.tenantUserId ?? ''] }
    expect(await kit.save(again)).toMatchObject({ code: codes.ok })
    const fresh = { studyUrlId, tenantUserIds: [(await kit.colleague()).id] }
    expect(await kit.save(fresh)).toMatchObject({ code: codes.licence })
    const other = (await kit.list({ studyUrlId })).find(
      ({ tenantUserId }) => tenantUserId !== row?.tenantUserId,
    )
    await kit.remove([other?.id ?? ''])
    expect(await kit.save(fresh)).toMatchObject({ code: codes.ok })
    for (const studyUrl of [studyUrlId, second.studyUrlId])
      await kit.remove((await kit.list({ studyUrlId: studyUrl })).map(({ id }) => id))
  })

  it('is required, and must be valid today', async () => {
    const { studyUrlId } = await limited(5, { isEnable: false })
    const tenantUserIds = [(await kit.colleague()).id]
    expect(await kit.save({ studyUrlId, tenantUserIds })).toMatchObject({ code: codes.licence })
    await kit.suite.database.owner.deleteFrom('tenantSoftware').where('softwareId', '=', rtsm).execute()
    expect(await kit.save({ studyUrlId, tenantUserIds })).toMatchObject({ code: codes.licence })
    expect(await kit.list({ studyUrlId })).toEqual([])
  })
})
