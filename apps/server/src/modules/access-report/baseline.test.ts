import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { studyUserSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { auditSource } from '../../platform/audit/archive/make.ts'
import { sealBatches, verifyAudit } from '../../platform/audit/index.ts'
import { up } from '../../platform/database/migrations/0163-access-baseline.ts'
import { archivePartitions } from '../../platform/storage/archive/partitions.ts'
import { openStore } from '../../platform/storage/index.ts'
import { secrets, send } from '../identity/sign-in/test-kit/index.ts'
import { type Inviting, startInviting } from '../studies/study-invitations/test-kit/index.ts'
import { clockOf, differences, imagesOf } from './test-kit/index.ts'

jest.setTimeout(180_000)

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

it('keeps the access after a month whose events, with the first images, were archived', async () => {
  const { database } = inviting.suite
  const owner = database.owner as unknown as Kysely<unknown>
  const removed = await inviting.addPerson('归档前移除')
  await database.owner.deleteFrom('tenantUser').where('id', '=', removed.id).execute()
  const before = await clockOf(database)
  const id = sql`overlay(id placing substr(id_of_month('2025-01-01'), 1, 14) from 1)`
  await sql`update audit_event set id = ${id}`.execute(owner)
  await sql`alter table audit_event detach partition audit_event_first`.execute(owner)
  await sql`select attach_partition('audit_event', 'first',
    format('for values from (minvalue) to (%L)', id_of_month('2025-02-01')))`.execute(owner)
  const end = await clockOf(database)
  const images = await imagesOf(database, end)
  const [someone] = await inviting.addPeople(1)
  const later = await clockOf(database)
  const laterImages = await imagesOf(database, later)
  await sealBatches(database.db, secrets.auditKey)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-archive-'))
  try {
    const store = await openStore(folder, {})
    await archivePartitions(auditSource, {
      ...{ db: database.db, owner: { url: database.ownerUrl }, key: secrets.auditKey, store },
      ...{ before: '2025-02', operator: 'test', onPart: () => {} },
    })
    const archived = await sql`select name from audit_archive`.execute(owner)
    expect(archived.rows).toEqual([{ name: 'audit_event_first' }])
    expect(differences(await imagesOf(database, end), images)).toEqual([])
    expect(differences(await imagesOf(database, later), laterImages)).toEqual([])
    expect(differences(images, laterImages).some((key) => key.endsWith(`member:${someone?.id}`))).toBe(true)
    const present = await imagesOf(database, null)
    expect(differences(await imagesOf(database, await clockOf(database)), present)).toEqual([])
    const { rows } = await sql<{ isLater: boolean }>`
      select access_recorded_since() between ${before}::timestamptz - interval '1 minute' and ${end} as "isLater"`.execute(
      owner,
    )
    expect(rows).toEqual([{ isLater: true }])
    await sealBatches(database.db, secrets.auditKey)
    const { faults } = await verifyAudit(database.db, secrets.auditKey, { archives: [store] })
    expect(faults).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
