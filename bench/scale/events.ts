import type { KeyObject } from 'node:crypto'
import { sealBatches } from '@atrium/server/audit'
import type { openExisting } from '@atrium/server/database'
import type { ClientBase } from 'pg'
import { figure } from '../lib/markdown.ts'
import type { Range } from '../users/seed.ts'

type Db = Awaited<ReturnType<typeof openExisting>>['db']

/** Number of events in a batch. One piece is one batch, with one seal. */
export const batchSize = 500_000

/**
 * Creates the monthly partitions of the three years, in a transaction. A server creates only those of the next
 * months, and one for everything before its first day. A trail without partitions stays whole.
 */
export async function makeMonths(owner: ClientBase): Promise<void> {
  await owner.query(`do $$
    declare
      month timestamp := '2023-07-01';
      latest text;
      suffix text;
    begin
      if (select relkind from pg_class where oid = 'audit_event'::regclass) <> 'p' then
        return;
      end if;
      select to_id into latest from partitions_of('audit_event') where name = 'audit_event_first';
      alter table audit_event detach partition audit_event_first;
      while month < '2026-07-01' loop
        suffix := to_char(month, 'YYYY_MM');
        execute format('create table audit_event_%s (like audit_event including defaults including constraints including storage)',
          suffix);
        perform attach_partition('audit_event', suffix,
          format('for values from (%L) to (%L)', id_of_month(month), id_of_month(month + interval '1 month')));
        month := month + interval '1 month';
      end loop;
      perform attach_partition('audit_event', 'first', format('for values from (%L) to (%L)', id_of_month(month), latest));
    end $$`)
}

/** Numbers the tenants to which events belong, until the connection ends. */
export async function numberTenants(owner: ClientBase): Promise<void> {
  await owner.query(
    `create temp table numbered_tenant as
     select id, (row_number() over (order by tenant_code) - 1)::int as at from tenant where id <> '0'`,
  )
  await owner.query('analyze numbered_tenant')
}

/**
 * Creates events as the server writes them: sign-ins, changes of users, authorizations and changes of tenants. They
 * cover three years and refer to existing users and tenants, some far more often than others.
 * @param owner a connection that has `makeChoices`, `numberTenants` and the times of `makeInstants`
 * @param batch number of the events' batch
 */
export const insertEvents = (owner: ClientBase, { from, to }: Range, batch: number): Promise<unknown> =>
  owner.query(insertion, [from, to, batch])

const insertion = `
  insert into audit_event (batch, id, at, actor_id, actor_name, tenant_id, call, entity, entity_id, before, after, request_id)
  with tenants as (select count(*)::float8 as count from numbered_tenant), chosen as (
    select n, pg_temp.event_second(n) as second, pg_temp.share(n, 41) as kind, pg_temp.user_number(pg_temp.share(n, 42)) as actor,
      pg_temp.user_number(pg_temp.share(n, 43)) as person, floor(pg_temp.share(n, 44) ^ 1.5 * count)::int as place
    from generate_series($1::int, $2::int) n, tenants
  )
  select $3, pg_temp.uuid_of(second, 'event ' || n), to_timestamp(second), pg_temp.user_id(actor), 'user' || to_hex(actor),
    case when kind < 0.9 then tenant.id else '0' end,
    case when kind < 0.5 then '/sys/login' when kind < 0.75 then '/sys/user/update' when kind < 0.9 then '/studyUser/save'
         else '/tenant/save' end,
    case when kind < 0.5 then 'session' when kind < 0.75 then 'app_user' when kind < 0.9 then 'study_user' else 'tenant' end,
    case when kind < 0.5 then pg_temp.user_id(actor) when kind < 0.75 then pg_temp.user_id(person)
         when kind < 0.9 then pg_temp.uuid_of(second, 'authorization ' || n) else tenant.id end,
    case when kind < 0.5 then null when kind < 0.75 then jsonb_build_object('remark', 'of ' || n - 1, 'rowVersion', 1 + n % 9)
         when kind < 0.9 then null else jsonb_build_object('contact', 'of ' || n - 1, 'rowVersion', 1 + n % 9) end,
    case when kind < 0.5 then jsonb_build_object('address', '10.' || n % 200 || '.' || n % 250 || '.7')
         when kind < 0.75 then jsonb_build_object('remark', 'of ' || n, 'rowVersion', 2 + n % 9)
         when kind < 0.9 then jsonb_build_object('tenantId', tenant.id, 'tenantUserId', pg_temp.user_id(person), 'rowVersion', 1)
         else jsonb_build_object('contact', 'of ' || n, 'rowVersion', 2 + n % 9) end,
    md5('request ' || n)::uuid::text
  from chosen join numbered_tenant tenant on tenant.at = place order by n`

/**
 * Seals all pending events, one batch after another, with the server's own code. No server may run meanwhile, because
 * its sealer would not know that a batch is still being filled.
 * @returns the number of sealed events, and the time in ms
 */
export async function sealAll(
  db: Db,
  key: KeyObject,
): Promise<{ readonly events: number; readonly elapsed: number }> {
  const begun = performance.now()
  let events = 0
  for (;;) {
    const sealed = await sealBatches(db, key)
    const elapsed = performance.now() - begun
    if (!sealed) return { events, elapsed }
    events += sealed.events
    process.stderr.write(
      `seal ${sealed.number}: ${figure(sealed.events)} events, ${figure((events / elapsed) * 1000)} per second\n`,
    )
  }
}
