import { studyUserSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { up } from '../../platform/database/migrations/0163-access-baseline.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { type Inviting, startInviting } from '../studies/study-invitations/test-kit/index.ts'
import { clockOf, differences, imagesOf } from './test-kit/index.ts'

jest.setTimeout(60_000)

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

it('records the access that was there before images were recorded', async () => {
  const { database, server, here } = inviting.suite
  const owner = database.owner as unknown as Kysely<unknown>
  const people = await inviting.addPeople(450)
  const tenantUserIds = people.slice(0, 210).map(({ id }) => id)
  await send(
    server,
    studyUserSave,
    { studyUrlId: inviting.edc.studyUrlId, studySiteIds: [], tenantUserIds },
    here,
  )
  // As a database of an earlier version, which has events without images.
  await sql`update audit_event set access = null`.execute(database.owner)
  const present = await imagesOf(database, null)
  expect(differences(await imagesOf(database, await clockOf(database)), present).length).toBeGreaterThan(1000)
  await up(owner)
  expect(differences(await imagesOf(database, await clockOf(database)), present)).toEqual([])
  // An interrupted migration runs again.
  await up(owner)
  expect(differences(await imagesOf(database, await clockOf(database)), present)).toEqual([])
})
