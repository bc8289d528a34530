import { globalTenantId, type Language, shownEmail } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { planningOnce, type Trx } from '../../../platform/database/transaction.ts'
import { masked, maskedInvitations } from '../../pseudonyms/index.ts'
import { words } from './texts.ts'

/** The fields that a thing has at one time. */
export type Thing = Readonly<Record<string, unknown>>

/** A kind of thing that has a name, and how it is found. */
interface Kind {
  /** Fields that give the name. The first one is in every event that gives the name. */
  readonly fields: readonly [string, ...string[]]
  /** Whether the trail has it in lists too, because calls add or delete several. */
  readonly inLists?: true
  /** Whether its rows belong to tenants, or to the platform. */
  readonly ofTenant?: true
  /** The column of its id, if that is not `id`. Such a table is not in the trail. */
  readonly key?: string
}

/** Returns things with the pseudonyms of people. */
function maskedOf(trx: Trx, kind: KindName, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return Promise.resolve(found)
  if (kind === 'app_user') return masked(trx, found)
  return kind === 'invitation' ? maskedInvitations(trx, found) : Promise.resolve(found)
}

/** Kinds of things. The key is the name of the table and of the entity. */
const kinds = {
  tenant: { fields: ['tenantName'] },
  app_user: { fields: ['fullName', 'fullNameEn', 'userName'] },
  tenant_user: { fields: ['userId'], inLists: true, ofTenant: true },
  invitation: { fields: ['email'], ofTenant: true },
  role: { fields: ['name', 'nameEn'], inLists: true },
  menu: { fields: ['name', 'nameEn'], inLists: true },
  dictionary: { fields: ['dicName', 'dicNameEn'], ofTenant: true },
  dictionary_category: { fields: ['categoryName', 'categoryNameEn'], key: 'code' },
  area: { fields: ['areaName', 'areaNameEn'] },
  site: { fields: ['siteName'] },
  tenant_site: { fields: ['nickName'], inLists: true, ofTenant: true },
  study: { fields: ['studyName'], ofTenant: true },
  study_site: { fields: ['tenantSiteId', 'nickName'], ofTenant: true },
  study_url: { fields: ['studyId', 'softwareId'], ofTenant: true },
  software: { fields: ['softwareName', 'softwareNameEn'] },
  tenant_url: { fields: ['urlName'], ofTenant: true },
  tenant_software: { fields: ['softwareId'], ofTenant: true },
  department: { fields: ['departmentName'], ofTenant: true },
  training: { fields: ['name'], ofTenant: true },
  access_review: { fields: ['name'], inLists: true, ofTenant: true },
  trail_review: { fields: ['name'], inLists: true, ofTenant: true },
  inspection: { fields: ['authority'], ofTenant: true },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

const kindOf = (name: KindName): Kind => kinds[name]

export const isKind = (entity: string): entity is KindName => Object.hasOwn(kinds, entity)

/** A thing at the time of an event. */
export interface Reference {
  readonly kind: KindName
  readonly id: string
  /** Number of the event. */
  readonly sequence: number
  /** Tenant of the event, whose things and the platform's it may name; `globalTenantId` for any tenant's. */
  readonly tenantId: string
}

const keyOf = ({ kind, id, sequence }: Reference): string => `${kind} ${sequence} ${id}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the name in the language, or else the Chinese one. */
export const named = (thing: Thing, field: string, language: Language): string =>
  (language === 'en' && textOf(thing[`${field}En`])) || textOf(thing[field])

/** Returns the things whose names are part of a thing's own name. */
function partsOf({ kind, ...at }: Reference, thing: Thing): Reference[] {
  const part = (of: KindName, id: unknown): Reference[] =>
    textOf(id) === '' ? [] : [{ ...at, kind: of, id: textOf(id) }]
  if (kind === 'tenant_user') return part('app_user', thing.userId)
  if (kind === 'study_site')
    return textOf(thing.nickName) === '' ? part('tenant_site', thing.tenantSiteId) : []
  if (kind === 'study_url') return [...part('study', thing.studyId), ...part('software', thing.softwareId)]
  if (kind === 'tenant_software') return part('software', thing.softwareId)
  return []
}

interface Found {
  readonly id: string
  readonly sequence: number
  readonly thing: Thing
}

/** Maximum number of events of a thing that are searched for its name, before and after an event. */
const searched = 100

/** SQL for the references that are looked up, as `r`. */
const asked = (wanted: readonly Reference[]) => sql`
  unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ sequence }) => sequence)}::bigint[],
    ${wanted.map(({ tenantId }) => tenantId)}::text[]) as r (id, sequence, tenant_id)`

/** SQL for whether an event `e` may name a thing for the event that refers to it. */
const mayRead = sql`(r.tenant_id = ${globalTenantId} or e.tenant_id in (r.tenant_id, ${globalTenantId}))`

/** A thing before or after a change, and the number of the change. */
interface State {
  readonly thing: Thing
  readonly at: number
}

/** The states of a thing to which several events refer. */
interface Past {
  /** The state after the last change that is not later than the last reference. */
  readonly earlier: State | null
  /** The state before the first change after the first reference. Null if no reference needs it. */
  readonly later: State | null
}

/**
 * Reads the states of things.
 * @param things for each thing the references to it, the earliest one first
 */
async function readPastOf(trx: Trx, things: readonly (readonly Reference[])[]): Promise<readonly Past[]> {
  const state = (side: 'after' | 'before', order: 'desc' | 'asc', when: RawBuilder<SqlBool>) =>
    sql`(select n.thing, n.sequence
      from (select ${sql.ref(`e.${side}`)} as thing, e.sequence from audit_event e
        where e.entity = r.kind and e.entity_id = r.id and ${when} and ${mayRead}
        order by e.sequence ${sql.raw(order)} limit ${searched}) as n
      where n.thing ? r.field order by n.sequence ${sql.raw(order)} limit 1)`
  const column = (type: string, of: (reference: Reference) => unknown, at: 0 | -1 = 0) =>
    sql`${things.map((references) => of(references.at(at) as Reference))}::${sql.raw(type)}[]`
  const { rows } = await sql<Past>`
    select case when earlier.thing is not null
        then jsonb_build_object('thing', earlier.thing, 'at', earlier.sequence) end as earlier,
      case when later.thing is not null
        then jsonb_build_object('thing', later.thing, 'at', later.sequence) end as later
    from unnest(${column('text', ({ kind }) => kind)}, ${column('text', ({ kind }) => kindOf(kind).fields[0])},
        ${column('text', ({ id }) => id)}, ${column('text', ({ tenantId }) => tenantId)},
        ${column('bigint', ({ sequence }) => sequence)}, ${column('bigint', ({ sequence }) => sequence, -1)})
      with ordinality as r (kind, field, id, tenant_id, first, last, position)
    left join lateral ${state('after', 'desc', sql`e.sequence <= r.last`)} as earlier on true
    left join lateral ${state(
      'before',
      'asc',
      sql`e.sequence > r.first and coalesce(earlier.sequence > r.first, true)`,
    )} as later on true
    order by r.position`.execute(trx)
  return rows
}

/**
 * Reads things as they were at the time of events: after the last change until then, or else before the first change
 * since then. One query reads each thing for all events. A second one reads the things that changed between these events.
 */
async function readPast(
  trx: Trx,
  wanted: readonly Reference[],
): Promise<ReadonlyMap<KindName, readonly Found[]>> {
  const found = new Map<KindName, Found[]>()
  if (wanted.length === 0) return found
  const add = ({ kind, id, sequence }: Reference, { thing }: State) =>
    found.set(kind, [...(found.get(kind) ?? []), { id, sequence, thing }])
  const ofThings = Map.groupBy(
    wanted.toSorted((one, other) => one.sequence - other.sequence),
    ({ kind, id, tenantId }) => `${kind} ${tenantId} ${id}`,
  )
  const things = [...ofThings.values()]
  const pasts = await readPastOf(trx, things)
  const changed: Reference[][] = []
  for (const [index, references] of things.entries()) {
    const { earlier = null, later = null } = pasts[index] ?? {}
    for (const reference of references) {
      const { sequence } = reference
      if (earlier && earlier.at <= sequence) add(reference, earlier)
      else if (!earlier && later && later.at > sequence) add(reference, later)
      else if (earlier || later) changed.push([reference])
    }
  }
  const single = changed.length > 0 ? await readPastOf(trx, changed) : []
  for (const [index, [reference]] of changed.entries()) {
    const state = single[index]?.earlier ?? single[index]?.later
    if (reference && state) add(reference, state)
  }
  return found
}

/** Maximum number of events that added or deleted several things which are searched for names. */
const searchedLists = 1_000

/** Reads things like `readPast` from events that added or deleted several. Reads such events once for all things. */
async function readPastLists(
  trx: Trx,
  name: KindName,
  wanted: readonly Reference[],
): Promise<readonly Found[]> {
  const [field] = kindOf(name).fields
  const ids = [...new Set(wanted.map(({ id }) => id))]
  const { rows } = await sql<Found>`
    with listed as materialized (
      select e.sequence, e.tenant_id, side.is_after, l.thing
      from audit_event e, lateral (values (true, e.after), (false, e.before)) as side (is_after, state),
        lateral jsonb_array_elements(side.state -> 'list') as l (thing)
      where e.sequence = any (array(select find_audit_events(${ids}, ${searchedLists}))) and e.entity = ${name}
        and l.thing ->> 'id' = any(${ids}::text[]) and l.thing ? ${field}
    )
    select distinct on (r.id, r.sequence) r.id, r.sequence, e.thing
    from ${asked(wanted)} join listed e on e.thing ->> 'id' = r.id and ${mayRead}
      and e.is_after = (e.sequence <= r.sequence)
    order by r.id, r.sequence, not e.is_after, abs(e.sequence - r.sequence)`.execute(trx)
  return rows
}

/** Reads things as they are now. */
async function readPresent(
  trx: Trx,
  name: KindName,
  wanted: readonly Reference[],
): Promise<readonly Found[]> {
  const { fields, ofTenant, key = 'id' } = kindOf(name)
  const columns = sql.join(fields.map((field) => sql.ref(`p.${field}`)))
  const ofReach = ofTenant
    ? sql`and (r.tenant_id = ${globalTenantId} or p.tenant_id in (r.tenant_id, ${globalTenantId}))`
    : sql``
  const { rows } = await sql<Thing & Omit<Found, 'thing'>>`
    select r.id as "id", r.sequence, ${columns}
    from ${asked(wanted)}
    join ${sql.table(name)} as p on ${sql.ref(`p.${key}`)} = r.id ${ofReach}`.execute(trx)
  return rows.map(({ id, sequence, ...thing }) => ({ id, sequence, thing }))
}

/** Returns the name of a thing, or '' if it has none or is out of the caller's reach. */
export type NameOf = (reference: Reference) => string

const unique = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map((reference) => [keyOf(reference), reference])).values(),
]

/**
 * Reads the names of things as they were at the time of events. The number of queries depends on the number of kinds
 * only.
 */
export async function readNames(
  trx: Trx,
  language: Language,
  references: readonly Reference[],
): Promise<NameOf> {
  const things = await planningOnce(trx, () => readThings(trx, references))
  const nameOf: NameOf = (reference) => {
    if (reference.kind === 'tenant' && reference.id === globalTenantId) return words[language].platform
    const thing = things.get(keyOf(reference))
    return thing === undefined ? '' : nameOfThing(reference, thing, language, nameOf)
  }
  return nameOf
}

/** Reads things, and the things whose names are part of theirs. The keys are those of `keyOf`. */
async function readThings(trx: Trx, references: readonly Reference[]): Promise<ReadonlyMap<string, Thing>> {
  const things = new Map<string, Thing>()
  let missing = unique(references)
  while (missing.length > 0) {
    const past = await readPast(
      trx,
      missing.filter(({ kind }) => kindOf(kind).key === undefined),
    )
    for (const [kind, wanted] of Map.groupBy(missing, (reference) => reference.kind)) {
      const take = async (read: readonly Found[]) => {
        for (const { thing, ...at } of await maskedOf(trx, kind, read))
          things.set(keyOf({ ...at, kind, tenantId: '' }), thing)
      }
      const { inLists } = kindOf(kind)
      const rest = () => wanted.filter((reference) => !things.has(keyOf(reference)))
      await take(past.get(kind) ?? [])
      // Without an event of its own, a thing still has the name that it was added with.
      if (rest().length > 0) await take(await readPresent(trx, kind, rest()))
      if (inLists && rest().length > 0) await take(await readPastLists(trx, kind, rest()))
    }
    const parts = missing.flatMap((reference) => partsOf(reference, things.get(keyOf(reference)) ?? {}))
    missing = unique(parts).filter((reference) => !things.has(keyOf(reference)))
  }
  return things
}

/** Returns the name that the fields of a thing give. */
export function nameOfThing(reference: Reference, thing: Thing, language: Language, nameOf: NameOf): string {
  const parts = partsOf(reference, thing).map(nameOf)
  if (reference.kind === 'study_url') return parts.filter((part) => part !== '').join(' · ')
  const [part = ''] = parts
  if (part !== '') return part
  if (reference.kind === 'invitation') return shownEmail(textOf(thing.email))
  if (reference.kind === 'tenant_user') return textOf(thing.userName)
  if (reference.kind === 'study_site') return textOf(thing.nickName)
  if (reference.kind === 'tenant_software') return ''
  const [field] = kindOf(reference.kind).fields
  return named(thing, field, language) || textOf(thing.userName)
}
