import type { Queryable } from '../schema-state.ts'

/** Condition for relations and functions of the schema `public`; those of the job queue belong to pg-boss. */
const ours = `'public'::regnamespace`

/** Returns SQL for the rights of each role and their grantors, even where PostgreSQL stores the default as null. */
const rights = (acl: string, kind: string, owner: string): string => `
  (select string_agg(line, ', ' order by line) from (
     select format('%s may %s by %s', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'),
       string_agg(a.privilege_type || case when a.is_grantable then ' with grant option' else '' end, ' '
         order by a.privilege_type), a.grantor::regrole) as line
     from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a group by a.grantee, a.grantor) lines)`

/** SQL for a function without the layout and the comments of its body, since those of landed migrations cannot change. */
const functionCode = `regexp_replace(regexp_replace(pg_get_functiondef(oid), '^\\s*--[^\\n]*$', '', 'gn'), '\\s+', ' ', 'g')`

/** Queries, one for each kind of object. A row has a name and everything that the catalog stores about the object. */
const queries: readonly string[] = [
  `select 'database', concat_ws('; ', ${rights('datacl', 'd', 'datdba')}) from pg_database where datname = current_database()`,
  `select format('schema %s', nspname), concat_ws('; ', ${rights('nspacl', 'n', 'nspowner')})
   from pg_namespace where nspname !~ '^(pg_|information_schema$)'`,
  `select format('extension %s', extname), concat_ws(' ', extversion, extnamespace::regnamespace) from pg_extension`,
  `select format('default rights of %s', defaclrole::regrole),
     concat_ws(' ', defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl`,
  `select format('relation %s', c.oid::regclass), concat_ws('; ', 'kind ' || c.relkind::text, 'persistence ' || c.relpersistence::text,
     'owner ' || c.relowner::regrole::text, case when c.relrowsecurity then 'row security' end,
     case when c.relforcerowsecurity then 'forced' end, 'replica identity ' || c.relreplident::text, c.reloptions::text,
     'partition by ' || pg_get_partkeydef(c.oid), 'of ' || i.inhparent::regclass::text, pg_get_expr(c.relpartbound, c.oid),
     case when c.relkind in ('v', 'm') then regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g') end,
     ${rights('c.relacl', 'r', 'c.relowner')})
   from pg_class c left join pg_inherits i on i.inhrelid = c.oid
   where c.relnamespace = ${ours} and c.relkind not in ('i', 'I', 'S')`,
  `select format('sequence %s', c.oid::regclass), concat_ws('; ', 'owner ' || c.relowner::regrole::text,
     format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
     'last ' || pg_sequence_last_value(c.oid::regclass)::text,
     (select format('of %s.%s', d.refobjid::regclass, d.refobjsubid) from pg_depend d
      where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')),
     ${rights('c.relacl', 's', 'c.relowner')})
   from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = ${ours}`,
  `select format('column %s.%s', a.attrelid::regclass, a.attname), concat_ws('; ', 'number ' || a.attnum::text,
     format_type(a.atttypid, a.atttypmod),
     case when a.attcollation <> 0 then 'collation ' || a.attcollation::regcollation::text end,
     case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
     'identity ' || nullif(a.attidentity, '')::text, 'generated ' || nullif(a.attgenerated, '')::text, 'storage ' || a.attstorage::text,
     'compression ' || nullif(a.attcompression, '')::text, 'statistics ' || a.attstattarget::text, a.attoptions::text,
     ${rights('a.attacl', 'c', 'c.relowner')})
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace = ${ours} and c.relkind not in ('i', 'I', 'S') and a.attnum > 0 and not a.attisdropped`,
  // PostgreSQL numbers the names of constraints that it derives for partitions.
  `select format('constraint %s of %s', case when conparentid = 0 then conname else 'derived' end,
       coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text)), concat_ws('; ', pg_get_constraintdef(oid),
     case when conislocal then 'local' end, 'inherited ' || coninhcount::text)
   from pg_constraint where connamespace = ${ours}`,
  `select format('index %s', i.indexrelid::regclass), concat_ws('; ', pg_get_indexdef(i.indexrelid),
     case when i.indisprimary then 'primary key' end, case when not i.indisvalid then 'invalid' end,
     case when i.indisclustered then 'clustered' end, case when i.indisreplident then 'replica identity' end,
     'of ' || h.inhparent::regclass::text)
   from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_inherits h on h.inhrelid = i.indexrelid
   where c.relnamespace = ${ours}`,
  `select format('policy %s of %s', policyname, tablename), concat_ws('; ', permissive, roles::text, cmd, 'using ' || qual,
     'with check ' || with_check) from pg_policies`,
  `select format('trigger %s of %s', tgname, tgrelid::regclass), concat_ws('; ', pg_get_triggerdef(oid), tgenabled)
   from pg_trigger where not tgisinternal`,
  `select format('rule %s of %s', rulename, ev_class::regclass), pg_get_ruledef(oid)
   from pg_rewrite where ev_class >= 16384 and rulename <> '_RETURN'`,
  `select format('event trigger %s', evtname), concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags)
   from pg_event_trigger`,
  `select format('statistics %s', stxname), pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
  `select format('function %s', oid::regprocedure), concat_ws('; ', ${functionCode}, 'owner ' || proowner::regrole::text,
     ${rights('proacl', 'f', 'proowner')}) from pg_proc where pronamespace = ${ours}`,
  `select format('type %s', oid::regtype), concat_ws('; ', 'kind ' || typtype::text, 'owner ' || typowner::regrole::text,
     (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
     ${rights('typacl', 'T', 'typowner')})
   from pg_type t where typnamespace = ${ours} and typelem = 0
     and not exists (select from pg_class where oid = typrelid and relkind <> 'c')`,
  `select format('comment of %s', (pg_identify_object(classoid, objoid, objsubid)).identity), description
   from pg_description where objoid >= 16384`,
]

/** Returns SQL for the rows of a new database, without the timestamps at which they were written. */
const rowsOf = (table: string, instants: readonly string[]): string => `
  select format('row of %s %s', '${table}', row_number() over (order by r)), r
  from (select (to_jsonb(t) - array[${instants.map((column) => `'${column}'`).join()}]::text[])::text as r from ${table} t) rows`

/** SQL for all tables and their timestamp columns. */
const tables = `
  select c.oid::regclass::text as name, array_remove(array_agg(a.attname::text), null) as instants
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and (a.atttypid = 'timestamptz'::regtype or a.attname = 'timestamp')
  where c.relnamespace = ${ours} and c.relkind in ('r', 'p') and not c.relispartition group by c.oid`

/**
 * Reads everything that a schema consists of, as sorted lines: objects, owners, rights, and the rows of its tables.
 * @param connection a superuser's connection, to which row-level security does not apply
 */
export async function schemaCatalog(connection: Queryable): Promise<string[]> {
  const found = await connection.query<{ name: string; instants: string[] }>(tables)
  const all = [...queries, ...found.rows.map(({ name, instants }) => rowsOf(name, instants))]
  const lines: string[] = []
  for (const query of all) {
    const { rows } = await connection.query<{ line: string }>(
      `select concat_ws(': ', name, fact) as line from (${query}) facts (name, fact)`,
    )
    lines.push(...rows.map(({ line }) => line))
  }
  return lines.sort()
}
