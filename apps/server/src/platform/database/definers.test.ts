import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { definer, loginRole, partitioner, workRoles } from './roles.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Condition that excludes PostgreSQL's own schemas. */
const ours = sql`n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`

/** Query for faults of definer functions, trigger functions, and other functions with a search path. */
const faults = sql<{ name: string; fault: string }>`
  with functions as (
    select p.*, format('%I.%I', n.nspname, p.proname) as name, p.prorettype = 'trigger'::regtype as is_trigger
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours}
  )
  select name, 'has another search path than pg_catalog, pg_temp' as fault from functions
  where (prosecdef or is_trigger) and not 'search_path=pg_catalog, pg_temp' = any (coalesce(proconfig, '{}'))
  union all
  select name, 'finds temporary objects first' from functions, unnest(proconfig) setting
  where setting like 'search_path=%' and setting not like '%, pg_temp'
  union all
  select name, 'belongs to ' || proowner::regrole from functions
  where prosecdef and proowner::regrole::text not in (${definer}, ${partitioner})
  union all
  select name, 'is granted to PUBLIC' from functions where prosecdef and has_function_privilege('public', oid, 'EXECUTE')
  order by 1, 2`

const sessionRoles = ['atrium_app', 'atrium_system']
const allRoles = ['atrium_platform', 'atrium_system', 'atrium_tenant']

/** Roles that may call each function, apart from its owner. No session calls a trigger function directly. */
const callers: Record<string, readonly string[]> = {
  access_at: allRoles,
  access_between: allRoles,
  access_given: allRoles,
  access_people: allRoles,
  access_recorded_since: allRoles,
  access_tenants_of: allRoles,
  apply_training: [],
  audit_numbers_within: allRoles,
  carry_access: ['atrium_system'],
  can_sign_in: allRoles,
  check_product_sign_ins: [],
  clear_login_failures: sessionRoles,
  close_audit_batch: ['atrium_system'],
  copy_person_into_place: [],
  copy_person_into_places: [],
  count_holds: allRoles,
  end_product_sign_ins: ['atrium_system'],
  find_audit_events: allRoles,
  find_audit_events_of_request: allRoles,
  find_session: sessionRoles,
  find_tenant_users: ['atrium_tenant'],
  flush_access: [],
  held_people: ['atrium_platform', 'atrium_system'],
  held_tenants: ['atrium_platform', 'atrium_system'],
  last_sign_ins: allRoles,
  make_partitions: ['atrium_system'],
  note_access: [],
  note_access_rows: [],
  note_app_user: [],
  note_licence_access: [],
  note_member_access: [],
  note_periods: ['atrium_system'],
  note_product_authorization: [],
  note_session_end: [],
  note_study_access: [],
  note_study_url: [],
  note_study_user: [],
  note_tenant_software: [],
  note_tenant_url: [],
  note_tenant_user: [],
  note_training_access: [],
  note_training_evidence: [],
  note_training_override: [],
  note_training_requirement: [],
  note_trainings: ['atrium_system'],
  note_unblinding: [],
  only_tenant: allRoles,
  // Called only by other functions of its owner.
  people_of_study: [],
  pseudonym_images: allRoles,
  queue_access_notices: ['atrium_system'],
  // Called only by other functions of its owner.
  queue_job: [],
  queue_message: allRoles,
  queue_product_sign_outs: ['atrium_system'],
  reach_of: allRoles,
  reaches: allRoles,
  reaches_in: allRoles,
  reconcile_unblinding: [],
  rights_to_explain: allRoles,
  spend_caused_mails: allRoles,
  spend_password_nonces: sessionRoles,
  // Creating the trigger of a new partition requires the right to call this function.
  stamp_audit_event: ['atrium_partitioner'],
  stamp_signature: [],
}

describe('a function that runs with its owner’s rights', () => {
  it('qualifies every name, belongs to a dedicated role, and is not granted to PUBLIC', async () => {
    expect((await faults.execute(database.owner)).rows).toEqual([])
  })

  it.each([
    ['set search_path = pg_catalog', 'finds temporary objects first'],
    ['set search_path = pg_catalog, public, pg_temp', 'has another search path than pg_catalog, pg_temp'],
    ['', 'has another search path than pg_catalog, pg_temp'],
    ['set search_path = pg_catalog, pg_temp', 'belongs to atrium_owner'],
    ['set search_path = pg_catalog, pg_temp', 'is granted to PUBLIC'],
  ])('is reported if it is created with "%s": %s', async (options, fault) => {
    const work = database.owner.transaction().execute(async (trx) => {
      await sql`create function careless() returns void language sql security definer ${sql.raw(options)}
        as 'select null::void'`.execute(trx)
      expect((await faults.execute(trx)).rows).toContainEqual({ name: 'public.careless', fault })
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
  })

  it('is granted only to the roles that need it', async () => {
    const { rows } = await sql<{ name: string; roles: string[] }>`
      select p.proname as name, coalesce(array_agg(distinct a.grantee::regrole::text order by a.grantee::regrole::text)
        filter (where a.grantee <> p.proowner), '{}') as roles
      from pg_proc p left join lateral aclexplode(p.proacl) a on true
      where p.prosecdef group by 1`.execute(database.owner)
    expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles]))).toEqual(callers)
  })
})

describe('the owner of such functions', () => {
  it('is not a superuser, cannot sign in, and is not a role that the server’s login can assume', async () => {
    const { rows } = await sql`
      select r.rolname as name from pg_roles r where r.rolname in (${definer}, ${partitioner})
        and not (r.rolsuper or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication)
        and not exists (select from unnest(${sql.val([loginRole, ...workRoles])}::text[]) other
          where pg_has_role(other, r.oid, 'MEMBER')) order by 1`.execute(database.owner)
    expect(rows).toEqual([{ name: definer }, { name: partitioner }])
  })

  it('owns only the partitioned tables', async () => {
    const { rows } = await sql`
      select relowner::regrole::text as owner, array_agg(distinct regexp_replace(relname, '_(first|other|\\d{4}_\\d\\d)$', '')) as names
      from pg_class where relkind in ('r', 'p', 'v', 'S') and relowner::regrole::text in (${definer}, ${partitioner})
      group by 1`.execute(database.owner)
    expect(rows).toEqual([
      {
        owner: partitioner,
        names: ['audit_event', 'audit_event_sequence_seq', 'message', 'message_attempt'],
      },
    ])
    const { rows: functions } = await sql`select proname as name from pg_proc
      where proowner = ${partitioner}::regrole`.execute(database.owner)
    expect(functions).toEqual([{ name: 'make_partitions' }])
  })
})

it('allows no role of the server to create anything, temporary or not', async () => {
  const { rows } = await sql`
    select role, 'TEMPORARY' as right from unnest(${sql.val(['public', loginRole, ...workRoles, definer])}::text[]) role
    where has_database_privilege(role, current_database(), 'TEMPORARY')
    union all
    select role, nspname from unnest(${sql.val(['public', loginRole, ...workRoles, definer])}::text[]) role, pg_namespace
    where has_schema_privilege(role, oid, 'CREATE')`.execute(database.owner)
  expect(rows).toEqual([])
})
