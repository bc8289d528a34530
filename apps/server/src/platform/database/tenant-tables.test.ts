import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Returns the names of objects that break a rule of the schema. */
async function names(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  const { rows } = await query.execute(database.owner)
  return rows.map((row) => row.name)
}

it('confines every table with a tenant by row-level security, even for the owner', async () => {
  const open = await names(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not (c.relrowsecurity and c.relforcerowsecurity)`)
  expect(open).toEqual([])
})

it('puts the tenant first in the key of every table with a tenant', async () => {
  const otherwise = await names(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum
    where c.relkind in ('r', 'p') and i.indexrelid is null`)
  expect(otherwise).toEqual([])
})

it('has an index for every foreign key', async () => {
  const without = await names(sql`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::smallint[])[0 : cardinality(c.conkey) - 1] @> c.conkey)`)
  expect(without).toEqual([])
})

it('grants rights on tables only to the owner and the server’s roles', async () => {
  const granted = await names(sql`
    select table_name || ' to ' || grantee as name from information_schema.role_table_grants
    where table_schema = 'public' and grantee not in ('atrium_owner', 'atrium_partitioner', 'atrium_definer', 'atrium_tenant', 'atrium_platform', 'atrium_system')`)
  expect(granted).toEqual([])
})

describe('a database spread over machines by tenants', () => {
  /** Unique indexes over the rows of all tenants, which Citus could not support, and why they exist. */
  const overAllTenants = [
    // A product's key identifies one of its calls, whatever tenant the call is about.
    'file.file_idempotency_unique',
  ]

  /** Tables copied to every machine, because tenants' rows refer to them or are joined with them. */
  const copied = [
    // All other keys begin with its key, and its name and code are unique in the platform.
    'tenant',
    // Users belong to several tenants: user name, address and number are unique in the platform.
    'app_user',
    // Readers of every tenant’s trail find pseudonyms.
    'pseudonym',
    // Hand-overs and sign-ins to products end with their session. The table is written at each sign-in.
    'session',
    // Catalogues of the platform, which are read far more often than written.
    ...['area', 'dictionary_category', 'menu', 'role', 'role_menu', 'site', 'software', 'remote_module'],
  ]

  /** Tables on the coordinator only, because no tenant's row refers to them. */
  const onCoordinator = [
    // Data for identifying a user before the tenant is known.
    ...['contact_change', 'email_verification', 'user_identity', 'user_name_look'],
    // Counts and keys that are valid for minutes.
    ...['captcha', 'failed_sign_in_tally', 'login_failure', 'one_time_code', 'password_nonce', 'rate_limit'],
    ...['openid_record', 'openid_session', 'product_nonce', 'session_write', 'team_nonce'],
    // The trail is one chain.
    ...['audit_archive', 'audit_seal'],
    // Jobs, modules and their releases belong to the platform.
    ...['job', 'job_log', 'module_override', 'remote_release'],
    ...['release_error', 'release_error_person', 'release_hour', 'release_person'],
    // Requests for pseudonyms and legal holds belong to the platform.
    ...['legal_hold', 'privacy_request'],
    // Data of the server itself.
    ...[
      'access_change',
      'access_clock',
      'call_count',
      'file_upload',
      'safe_strategy',
      'server_key',
      'server_process',
    ],
    ...['schema_migration', 'schema_migration_lock', 'seed_version'],
  ]

  /** Tables with a tenant in their keys that cannot be distributed: a single counter numbers events and batches. */
  const whole = ['audit_event']

  /** Triggers that run at the commit. */
  const deferred = [
    // The trail takes changes of access that no event took.
    'access_flush',
  ]

  /** Tables whose changes of access the trail takes. */
  const watched = [
    ...[
      'app_user',
      'invitation',
      'product_authorization',
      'role',
      'software',
      'study',
      'study_site',
      'study_url',
    ],
    ...['study_user', 'tenant', 'tenant_site', 'tenant_user'],
  ]

  const tables = sql`
    select c.oid, c.relname, a.attnum as tenant from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`

  it('requires uniqueness only within a tenant', async () => {
    const unled = await names(sql`
      with tables as (${tables})
      select t.relname || '.' || i.indexrelid::regclass as name from tables t join pg_index i on i.indrelid = t.oid
      where i.indisunique and i.indkey[0] <> t.tenant order by 1`)
    expect(unled).toEqual(overAllTenants)
  })

  it('stores a referenced row on the same machine as its reference, or on every machine', async () => {
    const apart = await names(sql`
      with tables as (${tables})
      select t.relname || '.' || k.conname as name
      from pg_constraint k join tables t on t.oid = k.conrelid join tables other on other.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and case
        when other.tenant is null then (t.tenant is not null or t.relname = any (${copied})) and not other.relname = any (${copied})
        else t.tenant is distinct from k.conkey[1] or other.tenant <> k.confkey[1] end`)
    expect(apart).toEqual([])
  })

  it('lists every table without a tenant', async () => {
    const without = await names(sql`
      with tables as (${tables}) select relname as name from tables where tenant is null order by 1`)
    expect(without).toEqual([...copied, ...onCoordinator].toSorted())
  })

  it('uses only features that extensions can distribute', async () => {
    const barred = await names(sql`
      with tables as (${tables})
      select 'inherits: ' || c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      union all
      select 'excludes or defers: ' || k.conname from pg_constraint k
      where k.connamespace = 'public'::regnamespace and (k.contype = 'x' or k.condeferrable)
        and not k.conname = any (${deferred})
      union all
      select 'counts: ' || t.relname || '.' || a.attname from tables t join pg_attribute a on a.attrelid = t.oid
      where t.tenant is not null and not t.relname = any (${whole}) and (a.attidentity <> '' or exists (
        select from pg_attrdef d where d.adrelid = t.oid and d.adnum = a.attnum
          and pg_get_expr(d.adbin, d.adrelid) like 'nextval%'))`)
    expect(barred).toEqual([])
  })

  it('lists the triggers on tenants’ rows, which each machine has to run', async () => {
    const triggers = await names(sql`
      with tables as (${tables})
      select t.relname || '.' || g.tgname as name from pg_trigger g join tables t on t.oid = g.tgrelid
      where not g.tgisinternal and g.tgparentid = 0 order by 1`)
    const others = triggers.filter((name) => !name.includes('.access_'))
    const noting = watched.flatMap((name) =>
      ['delete', 'insert', 'update'].map((act) => `${name}.access_${act}`),
    )
    expect(triggers.filter((name) => !others.includes(name))).toEqual([
      'access_change.access_flush',
      ...noting,
    ])
    expect(others).toEqual([
      'app_user.copy_person',
      'app_user.forget_english_name',
      'app_user.keep_pseudonym',
      'app_user.note_update',
      'app_user.unverify_changed_phone',
      'audit_event.stamp',
      'department.department_parent_level',
      'product_access.check_sign_ins_insert',
      'product_access.check_sign_ins_update',
      'product_authorization.note_delete',
      'product_authorization.note_unblinding_delete',
      'product_authorization.note_unblinding_insert',
      'product_authorization.note_unblinding_update',
      'product_authorization.note_update',
      'product_authorization.training_delete',
      'product_authorization.training_insert',
      'product_authorization.training_update',
      'session.session_ended',
      'signature.keep',
      'signature.stamp',
      'study_url.note_update',
      'study_user.note_delete',
      'study_user.note_insert',
      'study_user.note_update',
      'study_user.training_insert',
      'study_user.training_update',
      'tenant_software.note_delete',
      'tenant_software.note_insert',
      'tenant_software.note_update',
      'tenant_url.note_update',
      'tenant_user.copy_person',
      'tenant_user.note_delete',
      'tenant_user.note_update',
      'training_evidence.training_insert',
      'training_evidence.training_update',
      'training_override.training_insert',
      'training_override.training_update',
      'training_requirement.training_delete',
      'training_requirement.training_insert',
      'training_requirement.training_update',
    ])
  })
})
