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

/**
 * Adds an authorization to a link, for a user of the tenant or for an invitation that expires in the given number of
 * minutes.
 */
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

describe('removing a product from a study', () => {
  it('is rejected while users are authorized or invited there, with their number', async () => {
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

  it('is not prevented by expired or withdrawn invitations', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    await authorize(id, { minutes: -1 })
    await authorize(id, { minutes: 60, status: 'withdrawn' })
    expect(await kit.remove(id)).toMatchObject({ code: codes.ok })
    expect(await kit.remove(id)).toMatchObject({ code: codes.notFound })
  })

  it('is not possible for another tenant', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    await authorize(id, { minutes: -1 })
    expect(await kit.remove(id, kit.suite.there)).toMatchObject({ code: codes.notFound })
    const { owner } = kit.suite.database
    expect(
      await owner.selectFrom('studyUser').select('id').where('studyUrlId', '=', id).execute(),
    ).toHaveLength(1)
  })

  it('and a concurrent authorization exclude each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await kit.link(await kit.addStudy(), edc)
      const [parted, authorized] = await Promise.allSettled([kit.remove(id), authorize(id)])
      const isParted = parted.status === 'fulfilled' && parted.value.code === codes.ok
      expect(isParted).toBe(authorized.status === 'rejected')
    }
  })
})
