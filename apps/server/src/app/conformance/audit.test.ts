import { allCalls, codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { clockOf, differences, imagesOf } from '../../modules/access-report/test-kit/index.ts'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { changedRows } from './changed-rows.ts'
import { mutations } from './mutations.ts'
import { snapshot } from './snapshot.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const lastEvent = () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the events that a call adds. */
async function eventsOf(work: () => Promise<unknown>) {
  const before = await lastEvent()
  await work()
  return suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('sequence', '>', before?.sequence ?? 0)
    .orderBy('sequence')
    .execute()
}

/**
 * Makes every insertion into the audit trail fail.
 * @returns a function that repairs the trail
 */
async function breakAudit(): Promise<() => Promise<unknown>> {
  const { owner } = suite.database
  await sql`alter table audit_event add constraint broken check (false) not valid`.execute(owner)
  return () => sql`alter table audit_event drop constraint broken`.execute(owner)
}

/** Returns the values that can be compared directly. Times and lists of days look different in JSON and in the database. */
const scalars = (row: object, shown: object): object =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        typeof value !== 'object' &&
        !/At$|From$|Until$|Date$/.test(name) &&
        !Array.isArray(shown[name as never]),
    ),
  )

const cases = mutations.map((mutation) => [mutation.call.path, mutation] as const)

describe('the audit trail', () => {
  it('has a test for every mutating call', () => {
    const tested = new Set(mutations.map(({ call }) => call))
    expect(allCalls.filter((call) => call.effect === 'write' && !tested.has(call))).toEqual([])
  })

  it.each(cases)('gets exactly one event from %s', async (path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    const added = await eventsOf(async () => {
      expect(await send(suite.server, call, input, sender)).toMatchObject({ code: codes.ok })
    })
    expect(added).toHaveLength(1)
    // Products and teams sign their calls and have no account.
    const actorId = sender.signer ? null : expect.any(String)
    expect(added[0]).toMatchObject({ call: path, actorId, actorName: expect.stringMatching(/./) })
    expect(added[0]?.requestId).not.toBe('')
    expect(JSON.stringify(added)).not.toMatch(/argon2|v\d\.[\w-]+\./)
  })

  it.each(cases)('shows what %s really changed', async (_path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    const before = await snapshot(suite.database)
    expect(await send(suite.server, call, input, sender)).toMatchObject({ code: codes.ok })
    const shown = await lastEvent()
    const changes = changedRows(shown?.entity ?? '', before, await snapshot(suite.database))
    const reported = (side: unknown, id: unknown): object => {
      const { list, ids } = side as { list?: { id: string }[]; ids?: unknown[] }
      // An event about an order contains only the order of the rows.
      if (ids?.includes(id)) return { seq: ids }
      return list?.find((thing) => thing.id === id) ?? (side as object)
    }
    for (const { id, was, is } of changes) {
      if (is)
        expect(Object.keys(reported(shown?.after ?? {}, id))).toEqual(expect.arrayContaining(Object.keys(is)))
      if (was)
        expect(Object.keys(reported(shown?.before ?? {}, id))).toEqual(
          expect.arrayContaining(Object.keys(was)),
        )
      if (is)
        expect(reported(shown?.after ?? {}, id)).toMatchObject(scalars(is, reported(shown?.after ?? {}, id)))
    }
  })

  it.each(cases)('rolls back %s when its event cannot be written', async (_path, mutation) => {
    const { call, prepare, spent } = mutation
    const { input, ...sender } = await prepare(suite)
    const before = await snapshot(suite.database)
    const repair = await breakAudit()
    try {
      await expect(send(suite.server, call, input, sender)).rejects.toThrow('HTTP 500')
    } finally {
      await repair()
    }
    expect(await snapshot(suite.database)).toEqual(before)
    const again = spent ? await prepare(suite) : { input, ...sender }
    expect(await send(suite.server, call, again.input, again)).toMatchObject({ code: codes.ok })
  })

  it('gets no event from a rejected mutation', async () => {
    const added = await eventsOf(async () => {
      for (const { call } of mutations) await send(suite.server, call, {}, suite.admin)
    })
    expect(added.map(({ call }) => call)).toEqual(['/sys/logout'])
  })

  it('has all access that these mutations have left', async () => {
    const { database } = suite
    const present = await imagesOf(database, null)
    expect(differences(await imagesOf(database, await clockOf(database)), present)).toEqual([])
  })
})
