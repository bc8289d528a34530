import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { testServer, urlOfDatabase } from '../../../../test-support/server-address.ts'
import { administer } from '../../../../test-support/test-database.ts'
import { withPool } from '../connect.ts'
import { runsInTransaction } from '../migrate.ts'
import { createPool } from '../pool.ts'
import { workRoles } from '../roles.ts'
import { migrations } from './index.ts'

const { ownerUrl } = testServer()
const name = `test_partitions_${process.pid}`
let pool: pg.Pool

const query = async (statement: string) => (await pool.query(statement)).rows
const migrate = async (isAsked: (migration: string) => boolean) => {
  const db = withPool(pool) as Kysely<unknown>
  for (const [migration, { up }] of Object.entries(migrations))
    if (isAsked(migration)) await (runsInTransaction(migration) ? db.transaction().execute(up) : up(db))
}

/**
 * Returns an id for an instant, as servers create it.
 * @param end last digits of the id
 */
const idOf = (instant: string, end: number): string => {
  const time = new Date(instant).getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(end).padStart(12, '0')}`
}

const old = idOf('2026-01-15T00:00:00Z', 1)
/** Id from a server whose clock was wrong. */
const strange = idOf('2080-01-15T00:00:00Z', 2)

const addEvent = (id: string, tenant = 'a') =>
  query(`insert into audit_event (id, tenant_id, call, entity) values ('${id}', '${tenant}', '/', 'tenant')`)
const addMessage = async (id: string) => {
  await query(`insert into message (tenant_id, id, kind, template, recipient, language, reference, max_send_count)
    values ('a', '${id}', 'sms', 't', 'r', 'zh', '', 1)`)
  await query(`insert into message_attempt (tenant_id, id, message_id) values ('a', '${id}', '${id}')`)
}
/** Returns the partitions that contain rows, with their row counts. */
const placed = () =>
  query(`select tableoid::regclass::text as part, count(*)::int as rows from (
      select tableoid from audit_event union all select tableoid from message union all select tableoid from message_attempt
    ) t group by 1 order by 1`)

beforeAll(async () => {
  await administer(ownerUrl, `create database ${name}`)
  pool = createPool(urlOfDatabase(ownerUrl, name), { size: 1 })
  await query(
    'create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
  await migrate((migration) => migration < '0091')
  for (const id of [old, strange]) {
    await addEvent(id)
    await addMessage(id)
  }
  await migrate((migration) => migration >= '0091' && migration < '0096')
  // An attempt without a message, which a check of all attempts would reject.
  await query(`set session_replication_role = replica`)
  await query(
    `insert into message_attempt (tenant_id, id, message_id) values ('a', 'orphan', '${idOf('2026-01-14T00:00:00Z', 0)}')`,
  )
  await query(`reset session_replication_role`)
  await migrate((migration) => migration >= '0096')
})

afterAll(async () => {
  await pool.end()
  await administer(ownerUrl, `drop database ${name} with (force)`)
})

describe('a table that becomes partitioned', () => {
  it('does not check its attempts again while it is locked', async () => {
    expect(
      await query(`delete from message_attempt where id = 'orphan' returning tableoid::regclass::text`),
    ).toEqual([{ tableoid: 'message_attempt_first' }])
  })

  it('has every row in its partition, exactly once', async () => {
    expect(await placed()).toEqual(
      ['audit_event', 'message_attempt', 'message'].flatMap((table) =>
        ['first', 'other'].map((part) => ({ part: `${table}_${part}`, rows: 1 })),
      ),
    )
    for (const id of [old, strange]) {
      await expect(addEvent(id)).rejects.toMatchObject({ code: '23505' })
      await expect(addMessage(id)).rejects.toMatchObject({ code: '23505' })
    }
  })

  it('continues the numbering of events', async () => {
    const [first] = await query('select max(sequence)::int as last from audit_event')
    await addEvent(idOf('2026-01-16T00:00:00Z', 3))
    const [then] = await query('select max(sequence)::int as last, max(batch) as batch from audit_event')
    // The rejected inserts have used up a number each.
    expect(then.last).toBeGreaterThan(first.last)
    expect(then.batch).toBe(1)
    const forged = `insert into audit_event (sequence, id, tenant_id, call, entity) values (1, 'x', 'a', '/', 't')`
    await expect(query(forged)).rejects.toMatchObject({ code: '428C9' })
  })

  it('deletes a message’s attempts with it, and accepts no attempt of an unknown message', async () => {
    const id = idOf('2026-01-17T00:00:00Z', 4)
    await addMessage(id)
    await query(`delete from message where id = '${id}'`)
    expect(await query(`select from message_attempt where message_id = '${id}'`)).toEqual([])
    const orphan = query(`insert into message_attempt (tenant_id, id, message_id) values ('a', 'x', '${id}')`)
    await expect(orphan).rejects.toMatchObject({ code: '23503' })
  })

  it('is accessible only as a whole, with the rights of each role', async () => {
    await addEvent(idOf('2026-01-18T00:00:00Z', 5), 'b')
    await query('begin')
    await query(`set local role atrium_tenant; set local app.tenants = '{0,b}'`)
    expect(await query('select tenant_id as tenant from audit_event')).toEqual([{ tenant: 'b' }])
    await query('rollback')
    const [{ parts }] =
      await query(`select array_agg(relname::text) as parts from pg_class where relispartition
      and relkind = 'r'`)
    expect(parts.length).toBeGreaterThan(11)
    for (const role of workRoles)
      for (const part of parts)
        await expect(query(`set local role ${role}; select from ${part}`)).rejects.toMatchObject({
          code: '42501',
        })
  })
})

describe('creating partitions of coming months', () => {
  const monthsOf = (table: string) =>
    query(`select name, month_of_id(to_id)::date::text as until from partitions_of('${table}')`)

  it('covers three months ahead without gaps', async () => {
    for (const table of ['audit_event', 'message', 'message_attempt']) {
      const months = await monthsOf(table)
      const [{ last }] = await query(
        `select (date_trunc('month', now() at time zone 'UTC') + interval '4 months')::date::text as last`,
      )
      expect(months[0]).toMatchObject({ name: `${table}_first` })
      expect(months.at(-1).until).toBe(last)
    }
    expect(await query('select make_partitions() as made')).toEqual([{ made: 0 }])
  })

  it('moves rows that arrived while partitions were missing', async () => {
    const before = await monthsOf('message')
    const [, ...missing] = before.map(({ name }) => name.slice('message_'.length))
    expect(missing.length).toBeGreaterThan(1)
    for (const suffix of missing)
      await query(`drop table audit_event_${suffix}, message_attempt_${suffix} cascade;
        alter table message detach partition message_${suffix}; drop table message_${suffix}`)
    const ids = missing.map((suffix, nth) => idOf(`${suffix.replace('_', '-')}-20T12:00:00Z`, 10 + nth))
    for (const id of ids) {
      await addEvent(id)
      await addMessage(id)
    }
    const earlier = await placed()
    await query('select make_partitions()')
    expect(await monthsOf('message')).toEqual(before)
    const taken = await placed()
    for (const table of ['audit_event', 'message', 'message_attempt']) {
      for (const suffix of missing) expect(taken).toContainEqual({ part: `${table}_${suffix}`, rows: 1 })
      expect(earlier).toContainEqual({ part: `${table}_other`, rows: 1 + missing.length })
      expect(taken).toContainEqual({ part: `${table}_other`, rows: 1 })
    }
    expect(
      await query(`select relname from pg_class where relkind in ('r', 'p') and relname ~ '^(audit_event|message)'
        and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([])
  })

  it('is allowed only to the server', async () => {
    // Both statements run in one transaction, so the role applies to the second.
    const as = (role: string, statement: string) => query(`set local role ${role}; ${statement}`)
    const denied = { code: '42501' }
    for (const role of workRoles) {
      const made = as(role, 'select make_partitions()')
      if (role === 'atrium_system') await made
      else await expect(made).rejects.toMatchObject(denied)
      const other = as(role, `select attach_partition('message', 'x', 'default')`)
      await expect(other).rejects.toMatchObject(denied)
    }
  })
})
