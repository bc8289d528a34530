import { codes, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import {
  addUser,
  encrypt,
  loginKeyNow,
  password,
  send,
  twoServers,
} from '../../modules/identity/sign-in/test-kit/index.ts'
import { maintain } from './index.ts'

const { database, server } = twoServers()
const round = () => maintain(testServices(database))

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

const keysOf = async (table: 'loginFailure' | 'captcha' | 'rateLimit' | 'sessionWrite', key: string) => {
  const rows = await database.owner
    .selectFrom(table)
    .select(sql<string>`${sql.ref(key)}`.as('key'))
    .execute()
  return rows.map((row) => row.key)
}

it('creates the partitions of the next months, in a later round if a long read blocks it', async () => {
  const { owner } = database
  const parts = async () => {
    const { rows } = await sql<{
      name: string
    }>`select name from partitions_of('audit_event'::regclass)`.execute(owner)
    return rows.map(({ name }) => name)
  }
  const before = await parts()
  await sql`drop table ${sql.table(before.at(-1) ?? '')}`.execute(owner)
  await owner.transaction().execute(async (trx) => {
    await trx.selectFrom('auditEvent').select('id').execute()
    await round()
  })
  expect(await parts()).toHaveLength(before.length - 1)
  await round()
  expect(await parts()).toEqual(before)
})

describe('the clean-up of sign-in data', () => {
  it('deletes sign-in data once it has expired, and not before', async () => {
    const { owner } = database
    await owner
      .insertInto('loginFailure')
      .values([
        { nameKey: 'over', address: '*', failures: 3, lastFailedAt: daysAgo(1.1) },
        { nameKey: 'counts', address: '*', failures: 3, lastFailedAt: daysAgo(0.9) },
      ])
      .execute()
    await owner
      .insertInto('captcha')
      .values([
        { key: 'over', answerHash: '', expiresAt: daysAgo(0.1) },
        { key: 'asked', answerHash: '', expiresAt: daysAgo(-0.1) },
      ])
      .execute()
    await owner
      .insertInto('rateLimit')
      .values([
        { bucket: 'over', used: 1, endsAt: daysAgo(1.1) },
        { bucket: 'ended', used: 1, endsAt: daysAgo(0.9) },
      ])
      .execute()
    await owner
      .insertInto('sessionWrite')
      .values([
        { sessionHash: 'over', writes: 1, writtenAt: daysAgo(1.1) },
        { sessionHash: 'lately', writes: 1, writtenAt: daysAgo(0.9) },
      ])
      .execute()
    await round()
    expect(await keysOf('sessionWrite', 'sessionHash')).toEqual(['lately'])
    expect(await keysOf('loginFailure', 'nameKey')).toEqual(['counts'])
    expect(await keysOf('captcha', 'key')).toEqual(['asked'])
    expect(await keysOf('rateLimit', 'bucket')).toContain('ended')
    expect(await keysOf('rateLimit', 'bucket')).not.toContain('over')
  })

  it('deletes locked rows in a later round', async () => {
    const count = { nameKey: 'held', address: '*', failures: 3, lastFailedAt: daysAgo(2) }
    await database.owner.insertInto('loginFailure').values(count).execute()
    await database.owner.transaction().execute(async (trx) => {
      await trx
        .selectFrom('loginFailure')
        .select('nameKey')
        .where('nameKey', '=', 'held')
        .forUpdate()
        .execute()
      await round()
    })
    expect(await keysOf('loginFailure', 'nameKey')).toContain('held')
    await round()
    expect(await keysOf('loginFailure', 'nameKey')).not.toContain('held')
  })

  it('keeps nonces until their passwords are too old to be accepted', async () => {
    const { time } = await loginKeyNow(server)
    const { userName: name } = await addUser(database)
    const nonce = 'n'.repeat(22)
    const sent = await encrypt(server, { password, purpose: 'sign-in', name, nonce, issuedAt: time - 60_000 })
    expect(await send(server, signIn, { userName: name, password: sent })).toMatchObject({ code: codes.ok })
    const nonces = () =>
      database.owner.selectFrom('passwordNonce').selectAll().where('nonce', '=', nonce).execute()
    expect(await nonces()).toEqual([{ nonce, expiresAt: new Date(time + 240_000) }])
    await round()
    expect(await nonces()).toHaveLength(1)
    await database.owner
      .updateTable('passwordNonce')
      .set({ expiresAt: sql<Date>`clock_timestamp()` })
      .where('nonce', '=', nonce)
      .execute()
    await round()
    expect(await nonces()).toEqual([])
  })
})
