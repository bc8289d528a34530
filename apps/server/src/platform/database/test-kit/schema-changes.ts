import type { Queryable } from '../schema-state.ts'

/** Everything that a version relies on, by name: columns, rights, functions … */
export type SchemaFacts = ReadonlyMap<string, string>

/**
 * Query with one row per fact. `required` marks columns that an insert must name. A rule is anything that may reject
 * a row. The rights of owners to their own objects are left out, because they change with the owner.
 */
const facts = `
  select format('column %s.%s', c.oid::regclass, a.attname) as name,
    format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull and not a.atthasdef and a.attidentity = '' and c.relkind <> 'v' then ' required' else '' end as fact
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
  union all
  select format('table %s', oid::regclass), case when relrowsecurity then 'confined' else 'open' end
  from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = 'public'::regnamespace
  union all
  select format('function %s', oid::regprocedure), pg_get_function_result(oid)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select format('rule %s on %s', conname, conrelid::regclass), pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype not in ('n', 't') and conparentid = 0
  union all
  select format('rule %s on %s', indexrelid::regclass, indrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = i.indexrelid)
  union all
  select format('policy %s on %I', policyname, tablename), format('%s %s %s %s %s', permissive, roles, cmd, qual, with_check)
  from pg_policies where schemaname = 'public'
  union all
  select format('right of %s to %s %I', grantee, privilege_type, table_name), ''
  from information_schema.role_table_grants where table_schema = 'public' and grantee like 'atrium\\_%' and not exists (
    select from pg_class where oid = to_regclass(format('public.%I', table_name)) and relowner::regrole::text = grantee)
  union all
  select format('right of %s to %s %s', a.grantee::regrole, a.privilege_type, p.oid::regprocedure), ''
  from pg_proc p, aclexplode(p.proacl) a where p.pronamespace = 'public'::regnamespace and a.grantee not in (0, p.proowner)`

export async function schemaFacts(connection: Queryable): Promise<SchemaFacts> {
  const { rows } = await connection.query<{ name: string; fact: string }>(facts)
  return new Map(rows.map(({ name, fact }) => [name, fact]))
}

const literal = /'(?:[^']|'')*'/g

/** Returns whether a rule allows everything that it allowed before, and further values. */
function allowsMore(before: string, after: string): boolean {
  const shape = (rule: string) => rule.replaceAll(/ARRAY\[[^\]]*\]/g, 'ARRAY[]').replace(/ NOT VALID$/, '')
  const values = new Set(after.match(literal))
  return shape(before) === shape(after) && (before.match(literal) ?? []).every((value) => values.has(value))
}

/** Returns whether a key has the same columns and further ones, so that it rejects less. */
const isLessUnique = (before: string, after: string): boolean =>
  before.startsWith('PRIMARY KEY (') && after.startsWith(`${before.slice(0, -1)}, `)

/** Returns whether a unique index has the columns of a unique key but covers fewer rows, so that it rejects less. */
function isPartial(key: string, index: string): boolean {
  const columns = /^UNIQUE (\(.*\))$/.exec(key)?.[1]
  return columns !== undefined && / USING btree (\(.*\)) WHERE /.exec(index)?.[1] === columns
}

/** Returns whether a policy only wraps its condition in `case`, and so lets the same rows through. */
const isSamePolicy = (before: string, after: string): boolean =>
  after.replace(/\s*CASE\s+WHEN (.*) THEN true\s+ELSE false\s+END/s, ' $1') === before

/** Returns the table in a name such as `column tenant.note`, `rule x on tenant` or `policy y on tenant`. */
const tableOf = (name: string): string =>
  /^column (.*)\.[^.]+$/.exec(name)?.[1] ?? / on (\S+)$/.exec(name)?.[1] ?? ''

const rejectsLess = (before: string, after: string): boolean =>
  allowsMore(before, after) || isLessUnique(before, after) || isPartial(before, after)

function changeOf(name: string, before: string, after: string | undefined): string[] {
  if (after === undefined) return name.startsWith('rule ') ? [] : [`${name} is gone`]
  if (before === after || after === before.replace(' required', '')) return []
  if (name.startsWith('rule ') && rejectsLess(before, after)) return []
  if (name.startsWith('policy ') && isSamePolicy(before, after)) return []
  return [`${name} was ${before}, is ${after}`]
}

/** Returns the additions to existing tables with which the previous version fails. */
function additionOf(before: SchemaFacts, name: string, fact: string): string[] {
  if (before.has(name) || !before.has(`table ${tableOf(name)}`)) return []
  if (name.startsWith('column ')) return fact.endsWith(' required') ? [`${name} is new and required`] : []
  // No version connects as the owner of the partitions.
  if (/^PERMISSIVE \{atrium_partitioner\} /.test(fact)) return []
  // No version without inspections sets the studies of a session.
  if (
    /^RESTRICTIVE .* SELECT \W*CASE\s+WHEN \W*SELECT app_studies\(\) AS app_studies\) IS NULL\) THEN true\s/.test(
      fact,
    )
  )
    return []
  const isKept = [...before].some(
    ([known, key]) => known.startsWith('rule ') && tableOf(known) === tableOf(name) && isPartial(key, fact),
  )
  return !isKept && (name.startsWith('rule ') || name.startsWith('policy ')) ? [`${name} is new`] : []
}

/** Returns the changes that break a version made for the schema `before` when it runs on the schema `after`. */
export const breakingChanges = (before: SchemaFacts, after: SchemaFacts): string[] => [
  ...[...before].flatMap(([name, fact]) => changeOf(name, fact, after.get(name))),
  ...[...after].flatMap(([name, fact]) => additionOf(before, name, fact)),
]
