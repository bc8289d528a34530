import { codes, licenceList, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { type StudySoftware, startStudySoftware } from './test-kit/index.ts'

const { edc, ctms } = softwareCodes

let kit: StudySoftware

beforeAll(async () => {
  kit = await startStudySoftware()
})

afterAll(() => kit.suite.close())

/** Counts the tenant's studies that are linked with a product. */
const linksOf = async (softwareId: string): Promise<number> => {
  const rows = await kit.suite.database.owner
    .selectFrom('studyUrl')
    .select('id')
    .where('tenantId', '=', kit.suite.here.tenantId)
    .where('softwareId', '=', softwareId)
    .execute()
  return rows.length
}

const day = (fromNow: number) =>
  sql<string>`(now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)}` as unknown as string

describe('the licence', () => {
  it('allows one of twenty concurrent links if capacity for one is left', async () => {
    const used = await linksOf(edc)
    await kit.license(edc, { studyEnable: true, maxStudy: used + 1 })
    const tenantUrlId = await kit.domain(edc)
    const studies = await Promise.all(Array.from({ length: 20 }, () => kit.addStudy()))
    const senders = [kit.suite.here, kit.suite.admin]
    const responses = await Promise.all(
      studies.map((studyId, index) => kit.save({ studyId, tenantUrlId }, senders[index % 2])),
    )
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    const rejected = responses.filter(({ code }) => code === codes.licence)
    expect(rejected).toHaveLength(19)
    expect(await linksOf(edc)).toBe(used + 1)
    // The list shows the same message before a user tries.
    const index = responses.findIndex(({ code }) => code === codes.licence)
    expect((await kit.softwareOf(studies[index] ?? '', edc)).refusal).toBe(responses[index]?.message)
    await kit.license(edc)
  })

  it.each([
    ['is switched off', () => ({ isEnable: false }), /授权已停用/],
    ['begins tomorrow', () => ({ timeEnable: true, startTime: day(1), endTime: day(9) }), /起生效/],
    ['ended yesterday', () => ({ timeEnable: true, startTime: day(-9), endTime: day(-1) }), /到期/],
  ])('allows nothing if it %s, and shows so in the list', async (_what, facts, said) => {
    await kit.license(ctms, facts())
    const [studyId, before] = [await kit.addStudy(), await linksOf(ctms)]
    const { code, message } = await kit.save({ studyId, tenantUrlId: await kit.domain(ctms) })
    expect({ code, message }).toEqual({ code: codes.licence, message: expect.stringMatching(said) })
    expect((await kit.softwareOf(studyId, ctms)).refusal).toBe(message)
    expect(await linksOf(ctms)).toBe(before)
    await kit.license(ctms)
  })

  it('has free capacity again as soon as the link is removed, and shows that', async () => {
    const used = await linksOf(ctms)
    await kit.license(ctms, { studyEnable: true, maxStudy: used + 1 })
    const shown = async () => {
      const { data } = await send(
        kit.suite.server,
        licenceList,
        { tenantId: kit.suite.here.tenantId, softwareId: ctms },
        kit.suite.admin,
      )
      return data?.list[0]?.nowStudyNum
    }
    const [one, other] = [await kit.addStudy(), await kit.addStudy()]
    const id = await kit.link(one, ctms)
    expect(await shown()).toBe(used + 1)
    const tenantUrlId = await kit.domain(ctms)
    expect(await kit.save({ studyId: other, tenantUrlId })).toMatchObject({ code: codes.licence })
    expect(await kit.remove(id)).toMatchObject({ code: codes.ok })
    expect(await shown()).toBe(used)
    expect(await kit.save({ studyId: other, tenantUrlId })).toMatchObject({ code: codes.ok })
    await kit.license(ctms)
  })
})
