import { codes, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type StudySoftware, startStudySoftware } from './test-kit/index.ts'

const { edc } = softwareCodes

let kit: StudySoftware

beforeAll(async () => {
  kit = await startStudySoftware()
})

afterAll(() => kit.suite.close())

/** Authorizes somebody by a link: a user of the tenant, or an invitation that ends in so many minutes. */
async function authorize(studyUrlId: string, invitation?: { minutes: number; status?: 'withdrawn' }) {
  const { owner } = kit.suite.database
  const { tenantId } = kit.suite.here
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
  it('is rejected while somebody is authorized or invited there, with how many', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    await authorize(id, { minutes: 60 })
    await authorize(id, { minutes: 60 })
    expect(await kit.remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个待接受的邀请',
    })
    await authorize(id)
    expect(await kit.remove(id, { ...kit.suite.here, language: 'en' })).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 user authorization'),
    })
    const rows = kit.suite.database.owner.selectFrom('studyUser').select('id').where('studyUrlId', '=', id)
    expect(await rows.execute()).toHaveLength(3)
  })

  it('is not held up by invitations that nobody can accept any more', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    await authorize(id, { minutes: -1 })
    await authorize(id, { minutes: 60, status: 'withdrawn' })
    expect(await kit.remove(id)).toMatchObject({ code: codes.ok })
    expect(await kit.remove(id)).toMatchObject({ code: codes.notFound })
  })

  it('is not done by another tenant', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    await authorize(id, { minutes: -1 })
    expect(await kit.remove(id, kit.suite.there)).toMatchObject({ code: codes.notFound })
    const { owner } = kit.suite.database
    expect(
      await owner.selectFrom('studyUser').select('id').where('studyUrlId', '=', id).execute(),
    ).toHaveLength(1)
  })

  it('and authorizing somebody at the same moment have one winner', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await kit.link(await kit.addStudy(), edc)
      const [parted, authorized] = await Promise.allSettled([kit.remove(id), authorize(id)])
      const isParted = parted.status === 'fulfilled' && parted.value.code === codes.ok
      expect(isParted).toBe(authorized.status === 'rejected')
    }
  })
})
