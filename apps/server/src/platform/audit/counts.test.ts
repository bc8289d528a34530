import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { chainsOf, chunk } from './canonical.ts'
import type { Seal } from './seal.ts'
import { ageSeals, seal, tamper, verify, write, writeMany } from './test-kit/index.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

describe('a seal over many events', () => {
  it.each([
    ['999 and 1000', 700, 1_399],
    ['9999 and 10000', 9_300, 2_600],
    ['99 and 100, and of few events', 90, 20],
    ['no power of ten, and of exactly as many as are read at once', 2_000, chunk],
    ['10000, and of more than are read at once', 9_300, chunk + 1_000],
  ])('covers all events across %s, and detects each changed or removed one', async (_, first, count) => {
    await writeMany(database, first, count)
    expect(await seal(database)).toMatchObject({ events: count, total: count, emptyBatches: 0 })
    expect(await verify(database)).toMatchObject({ sealed: count, faults: [] })
    for (const sequence of [first, 999, 1000, first + chunk, first + count - 1]) {
      if (sequence < first || sequence >= first + count) continue
      await tamper(database, `update audit_event set actor_name = 'x' where sequence = ${sequence}`)
      expect((await verify(database)).faults).toEqual([
        expect.stringMatching(/seal 1 .*an event was changed/),
      ])
      await tamper(database, `update audit_event set actor_name = '' where sequence = ${sequence}`)
    }
    await tamper(database, `delete from audit_event where sequence = ${first}`)
    expect((await verify(database)).faults.join()).toMatch(/seal 1 .*1 event was removed/)
  })

  it('counts the events of all seals', async () => {
    await write(database, 't1', 't2')
    await seal(database)
    await writeMany(database, 50, 1_200)
    expect(await seal(database)).toMatchObject({ number: 2, events: 1_200, total: 1_202 })
    await write(database, 't3')
    expect(await verify(database)).toMatchObject({ sealed: 1_202, waiting: 1, faults: [] })
  })

  it('rejects a seal if fewer events were hashed than exist', async () => {
    const count = chunk + 500
    await writeMany(database, 1, count)
    // Two events with the same number have no order.
    await tamper(database, 'alter table audit_event alter column sequence drop identity')
    await tamper(database, `update audit_event set sequence = ${chunk} where sequence = ${chunk + 1}`)
    await expect(seal(database)).rejects.toThrow(
      `batches 1 to 1 have ${count} events, but ${count - 1} were hashed`,
    )
  })
})

describe('a seal of another format', () => {
  it('reports a fault, whether only the format was changed or the seal was signed again', async () => {
    await write(database, 't1')
    await seal(database)
    await tamper(database, 'update audit_seal set form = 1')
    const unknown = 'seal 1: unknown seal format 1'
    expect((await verify(database)).faults).toEqual([unknown, expect.stringMatching(/^seal 1: not signed/)])
    await ageSeals(database, 0)
    expect((await verify(database)).faults).toEqual([unknown])
  })
})

describe('a chain of seals', () => {
  const sealed = (fromBatch: number, toBatch: number, events = 1) => ({ fromBatch, toBatch, events }) as Seal
  const chains = (...seals: Seal[]) =>
    [...chainsOf(seals)].map((chain) => chain.map(({ fromBatch }) => fromBatch))

  it('groups consecutive seals, up to a number of events that is quick to sort', () => {
    expect(chains(sealed(1, 1), sealed(2, 4), sealed(5, 5))).toEqual([[1, 2, 5]])
    expect(chains(sealed(1, 1), sealed(3, 3))).toEqual([[1], [3]])
    expect(chains(sealed(1, 1, 40_000), sealed(2, 2, 10_000), sealed(3, 3), sealed(4, 4, 90_000))).toEqual([
      [1, 2],
      [3],
      [4],
    ])
    expect(chains()).toEqual([])
  })

  it('distinguishes changed, removed and added events', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await write(database, `${turn}a`, `${turn}b`)
      await seal(database)
    }
    await tamper(database, `update audit_event set call = '/x' where sequence = 3`)
    await tamper(database, 'delete from audit_event where sequence in (7, 8)')
    await tamper(database, 'update audit_event set batch = 5 where sequence = 11')
    const { faults } = await verify(database)
    expect(faults).toEqual([
      expect.stringMatching(/^seal 2 .*an event was changed$/),
      expect.stringMatching(/^seal 4 .*2 events were removed$/),
      expect.stringMatching(/^seal 5 .*1 event was added$/),
      expect.stringMatching(/^seal 6 .*1 event was removed$/),
    ])
  })
})
