import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { type Inviting, startInviting } from '../studies/study-invitations/test-kit/index.ts'
import { keepPeriods } from './worker.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

const owner = () => inviting.suite.database.owner
const keep = () => keepPeriods(testServices(inviting.suite.database))

/** Adds a member with a grant until far in the future, and with an authorization without an end. */
async function granted() {
  const person = await inviting.addPerson('林一')
  const invited = await inviting.invite({
    userList: [person.id],
    siteList: inviting.edc.siteIds.slice(0, 1),
    accessUntil: '2099-12-31',
  })
  expect(invited.code).toBe(codes.ok)
  const { tenantId, edc } = inviting
  const row = { tenantId, id: person.userId, studyUrlId: edc.studyUrlId, studySiteId: edc.siteIds[1] ?? '' }
  await owner()
    .insertInto('studyUser')
    .values({ ...row, tenantUserId: person.id })
    .execute()
  return person
}

const endYesterday = ({ id }: { readonly id: string }) =>
  owner()
    .updateTable('productAuthorization')
    .set({
      grants: sql<string>`jsonb_set(grants, '{accessUntil}', '"2020-01-01"')`,
      acceptedGrants: sql<string>`jsonb_set(accepted_grants, '{accessUntil}', '"2020-01-01"')`,
    })
    .where('tenantUserId', '=', id)
    .execute()

describe('a grant whose last day is over', () => {
  it('ends although its user is authorized elsewhere in the study, and leaves other grants', async () => {
    const [over, other] = [await granted(), await granted()]
    await endYesterday(over)
    await keep()
    expect(await inviting.grantsOf(over.id)).toEqual([])
    expect(await inviting.authorizationsOf(over.id)).toHaveLength(2)
    expect(await inviting.grantsOf(other.id)).toMatchObject([{ state: 'accepted' }])
    const events = owner().selectFrom('auditEvent').selectAll().where('entity', '=', 'product_authorization')
    const event = await events.where('actorId', 'is', null).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ before: { list: [{ tenantUserId: over.id }] }, after: null })
    expect(event.tenantId).toBe(inviting.tenantId)
  })

  it('ends beside a change that the product has not accepted yet', async () => {
    const person = await granted()
    await endYesterday(person)
    await owner()
      .updateTable('productAuthorization')
      .set({ state: 'waiting', grants: sql<string>`grants - 'accessUntil'` })
      .where('tenantUserId', '=', person.id)
      .execute()
    await keep()
    const { acceptedGrants } = await owner()
      .selectFrom('productAuthorization')
      .select('acceptedGrants')
      .where('tenantUserId', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(acceptedGrants).toBeNull()
    expect(await inviting.grantsOf(person.id)).toMatchObject([{ state: 'waiting' }])
  })
})
