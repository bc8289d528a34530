import { isDeepStrictEqual } from 'node:util'
import { type AuditChange, type AuditItem, type Language, productNameIn } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { EventRow } from '../search.ts'
import { dayIn, timeIn, type Zones } from '../times.ts'
import { type Reference, readNames, type Thing } from './names.ts'
import { type Change, changesOf, type NamedThing, namedThing } from './rows.ts'
import { words } from './texts.ts'
import { inOrder, type ProductRoles, referencesIn, wording } from './values.ts'

/** Fields without meaning for readers. */
const technical = ['id', 'rowVersion', 'createdAt', 'updatedAt']

/** Names of people, which are shown for the ids beside them. */
const repeated = ['answererName', 'closerName', 'concluderName', 'deciderName', 'finderName', 'openerName']

const unshown: ReadonlySet<string> = new Set([...technical, ...repeated])

/** Whether a field of an entity is shown to readers. */
export const isShown = (field: string): boolean => !unshown.has(field)

/** Replaces ids of products' roles by the names with which a rule was saved. */
function readable(entity: string, thing: Thing | undefined, language: Language): Thing | undefined {
  if (entity !== 'role_conflict' || !thing) return thing
  const { roleName, otherRoleName, ...rest } = thing
  const name = (stored: unknown, id: unknown) =>
    typeof stored === 'string' && stored !== '' ? productNameIn(language, stored) : id
  return {
    ...rest,
    ...('roleId' in thing && { roleId: name(roleName, thing.roleId) }),
    ...('otherRoleId' in thing && { otherRoleId: name(otherRoleName, thing.otherRoleId) }),
  }
}

/** A field with different values before and after. */
interface Difference {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Returns the differences in the order of the entity's fields. A field that the later state omits did not change. */
function differencesIn(entity: string, { before, after }: Change): readonly Difference[] {
  const stored = [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]
  return inOrder(entity, stored.filter(isShown)).flatMap((field): Difference[] => {
    if (after && !(field in after)) return []
    const [was, is] = [before?.[field], after?.[field]]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
}

/** Changes of an event, whose values are not in words yet. */
interface Compared {
  readonly event: EventRow
  /** Fields that all things of a list share, such as a grant. */
  readonly shared: readonly Difference[]
  readonly parts: readonly { readonly thing: NamedThing; readonly differences: readonly Difference[] }[]
}

function compared(event: EventRow, language: Language): Compared {
  const { entity, entityId } = event
  const { whole, list } = changesOf(event)
  const differences = ({ before, after }: Change) =>
    differencesIn(entity, {
      before: readable(entity, before, language),
      after: readable(entity, after, language),
    })
  const part = (change: Change, id: unknown) => ({
    thing: namedThing(event, change, typeof id === 'string' ? id : '', language),
    differences: differences(change),
  })
  if (!list) return { event, shared: [], parts: [part(whole, entityId)] }
  const parts = list.map((change) => part(change, { ...change.before, ...change.after }.id))
  return { event, shared: differences(whole), parts }
}

function referencesOf({ event, shared, parts }: Compared): readonly Reference[] {
  const differences = [...shared, ...parts.flatMap((part) => part.differences)]
  return [
    ...parts.flatMap(({ thing: { reference } }) => reference ?? []),
    ...differences.flatMap(({ field, before, after }) => referencesIn(event, field, [before, after])),
  ]
}

/** Entities whose events have grants. */
const hasGrants: ReadonlySet<string> = new Set(['product_authorization', 'unblinding', 'access_request'])

/** Returns the ids of the grants that an event changed. */
function grantsOf(event: EventRow): readonly string[] {
  if (!hasGrants.has(event.entity)) return []
  const { list = [] } = changesOf(event)
  const ids = [event.entityId, ...list.flatMap(({ before, after }) => [before?.id, after?.id])]
  return ids.filter((id): id is string => typeof id === 'string')
}

/** Returns, for each event, the names of roles in products that its grants still have. */
async function productRolesOf(trx: Trx, events: readonly EventRow[]): Promise<readonly ProductRoles[]> {
  const roles = events.map(() => new Map<string, string>())
  const grants = events.flatMap((event, index) =>
    grantsOf(event).map((id) => ({ index, tenantId: event.tenantId, id })),
  )
  if (grants.length === 0) return roles
  const { rows } = await sql<{ index: number; id: string; name: string }>`
    select distinct asked.index, role ->> 'roleId' as id, role ->> 'roleName' as name
    from unnest(${grants.map(({ index }) => index)}::integer[], ${grants.map(({ tenantId }) => tenantId)}::text[],
      ${grants.map(({ id }) => id)}::text[]) as asked (index, tenant_id, id),
    lateral (
      select grants from product_authorization held where held.tenant_id = asked.tenant_id and held.id = asked.id
      union all select grants from unblinding held where held.tenant_id = asked.tenant_id and held.id = asked.id
      union all select unnest(array[wanted, granted]) as grants from access_request held
      where held.tenant_id = asked.tenant_id and held.id = asked.id
    ) as kept,
    lateral (
      select jsonb_array_elements(grants -> 'roles') as role
      union all select jsonb_build_object('roleId', grants -> 'generalRoleId', 'roleName', grants -> 'generalRoleName')
    ) as roles
    where role ->> 'roleName' <> ''`.execute(trx)
  for (const { index, id, name } of rows) roles[index]?.set(id, name)
  return roles
}

/**
 * Describes what each of the events changed in the reader's language. Ids become the names that things had at the time
 * of the event; an id without a name within the caller's reach stays. The number of queries does not depend on the
 * number of events.
 */
export async function itemsOfAll(
  trx: Trx,
  events: readonly EventRow[],
  language: Language,
  zones: Zones,
): Promise<readonly AuditItem[][]> {
  const all = events.map((event) => compared(event, language))
  const nameOf = await readNames(trx, language, all.flatMap(referencesOf))
  const roles = await productRolesOf(trx, events)
  const [timeOf, dayOf] = [timeIn(zones.instants), dayIn(zones.days)]
  const own = words[language]
  return all.map(({ event, shared, parts }, index) => {
    const inWords = wording({ event, language, timeOf, dayOf, nameOf, roles: roles[index] ?? new Map() })
    const changesIn = (found: readonly Difference[]): AuditChange[] =>
      found
        .map(({ field, before, after }) => ({
          field,
          fieldDesc: own.field(event.entity, field),
          before: inWords(field, before),
          after: inWords(field, after),
        }))
        .filter(({ before, after }) => before !== '' || after !== '')
    const items = parts.map(({ thing, differences }) => ({
      name: thing.nameWith(nameOf),
      changes: changesIn(differences),
    }))
    return shared.length > 0 ? [{ name: '', changes: changesIn(shared) }, ...items] : items
  })
}
