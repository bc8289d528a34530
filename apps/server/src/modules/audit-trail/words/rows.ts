import { type AuditRow, globalTenantId, type Language, productNameIn, shownEmail } from '@atrium/contract'
import { sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { EventRow } from '../search.ts'
import {
  isKind,
  type KindName,
  type NameOf,
  named,
  nameOfThing,
  type Reference,
  readNames,
  type Thing,
} from './names.ts'
import { words } from './texts.ts'

/** Number of names that stand for all things of a list. */
const shownNames = 3

/** Maximum length of a name that is the beginning of a text. */
const maxNameLength = 60

type Named = Pick<EventRow, 'sequence' | 'tenantId' | 'entity' | 'entityId'>

/** A thing before and after an event: its only thing, or one of its list. */
export interface Change {
  readonly before: Thing | undefined
  readonly after: Thing | undefined
}

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (side: Thing | undefined): readonly Thing[] | undefined =>
  Array.isArray(side?.list) ? side.list.filter(isThing) : undefined

/** Identifies a thing of a list in both states. A notice of rights has no id of its own. */
const idIn = (thing: Thing): string =>
  typeof thing.id === 'string' ? thing.id : JSON.stringify([thing.tenantUrlId, thing.userId])

/** What an event changed: fields of the whole event, and things of a list. */
export interface Changes {
  readonly whole: Change
  /** Undefined if the event has no list. */
  readonly list: readonly Change[] | undefined
}

/** Returns the state after an event without its signature. A signed deletion has no other fields. */
function unsigned(after: unknown): Thing | undefined {
  if (!isThing(after) || !('signature' in after)) return isThing(after) ? after : undefined
  const { signature: _, ...rest } = after
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** Returns the changes of an event. The things of a list are paired by their ids. */
export function changesOf({ before, after }: Pick<EventRow, 'before' | 'after'>): Changes {
  const sides = { before: isThing(before) ? before : undefined, after: unsigned(after) }
  const [were, are] = [listOf(sides.before), listOf(sides.after)]
  if (!were && !are) return { whole: sides, list: undefined }
  const without = (side: Thing | undefined): Thing | undefined => {
    if (!side) return undefined
    const { list: _, ...rest } = side
    return rest
  }
  const [old, now] = [were, are].map((side) => new Map((side ?? []).map((thing) => [idIn(thing), thing])))
  const ids = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])
  return {
    whole: { before: without(sides.before), after: without(sides.after) },
    list: [...ids].map((id) => ({ before: old?.get(id), after: now?.get(id) })),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Entities whose events have the id of a user or of a tenant. */
const byOthers: Readonly<Record<string, KindName>> = {
  session: 'app_user',
  email_verification: 'app_user',
  contact_change: 'app_user',
  tenant_pin: 'tenant',
  change_reason_policy: 'tenant',
  signature_policy: 'tenant',
  access_request_rule: 'tenant',
}

/** Fields by which a thing is named after another one, in order of preference. */
const namedAfter: readonly (readonly [field: string, kind: KindName])[] = [
  ['tenantUserId', 'tenant_user'],
  ['userId', 'app_user'],
  ['invitationId', 'invitation'],
]

/** Entities that are named after a person. */
const ofPeople: ReadonlySet<string> = new Set([
  'department_user',
  'study_user',
  'product_authorization',
  'product_access',
  'unblinding',
  'access_request',
  'training_evidence',
  'training_override',
  'privacy_request',
  'privacy_export',
])

/** Entities that are named after another thing. */
const ofThings: Readonly<Record<string, readonly [field: string, kind: KindName]>> = {
  hand_over: ['softwareId', 'software'],
  product_sign_in: ['softwareId', 'software'],
  holiday: ['tenantId', 'tenant'],
  training_requirement: ['trainingId', 'training'],
}

/** Returns the reference that gives a thing its name, if the thing does not name itself. */
function referenceOf(event: Named, thing: Thing, id: string): Reference | undefined {
  const { entity, sequence, tenantId } = event
  const to = (kind: KindName, of: string): Reference => ({ kind, id: of, sequence, tenantId })
  const other = Object.hasOwn(byOthers, entity) ? byOthers[entity] : undefined
  if (other) return to(other, event.entityId)
  const [field = '', kind] = (Object.hasOwn(ofThings, entity) ? ofThings[entity] : undefined) ?? []
  if (kind) return textOf(thing[field]) === '' ? undefined : to(kind, textOf(thing[field]))
  if (ofPeople.has(entity)) {
    const [found] = namedAfter.filter(([name]) => textOf(thing[name]) !== '')
    return found && to(found[1], textOf(thing[found[0]]))
  }
  return isKind(entity) && id !== '' && !(entity === 'menu' && id === '0') ? to(entity, id) : undefined
}

/** Returns the name that a thing has in its own fields; '' without one. */
function ownName(entity: string, thing: Thing, language: Language): string {
  const field = (name: string): string => textOf(thing[name])
  const product = (name: string): string => productNameIn(language, field(name))
  switch (entity) {
    case 'role_conflict':
      return [product('roleName') || field('roleId'), product('otherRoleName') || field('otherRoleId')]
        .filter((name) => name !== '')
        .join(' / ')
    case 'message':
      return shownEmail(field('recipient') || field('to'))
    case 'remote_module':
      return field('id') && words[language].module(field('id'))
    case 'module_override':
    case 'tenant_release':
      return field('name') && words[language].module(field('name'))
    case 'job':
      return named(thing, 'jobName', language)
    case 'trail_review_finding':
      return field('finding').slice(0, maxNameLength)
    case 'trail_review_look':
      return words[language].value(entity, 'area', field('area')) ?? ''
    case 'file':
      return field('fileName')
    case 'remote_release':
      return field('id')
    case 'inspection':
    case 'inspection_file':
      return field('authority')
    case 'inspection_look':
      return words[language].value(entity, 'read', field('read')) ?? ''
    case 'access_review_item':
      return field('fullName')
    case 'access_review':
    case 'legal_hold':
    case 'access_review_result':
    case 'trail_review':
    case 'audit_archive':
    case 'message_archive':
    case 'failed_sign_in':
      return field('name')
    default:
      return ''
  }
}

/** A thing with the name of an event. */
export interface NamedThing {
  readonly reference: Reference | undefined
  readonly nameWith: (nameOf: NameOf) => string
}

/**
 * Returns how a changed thing is named: by its own fields in the event, by the trail, or after the thing that it
 * concerns.
 * @param id id of the thing; that of the event if it changed only one
 */
export function namedThing(
  event: Named,
  { before, after }: Change,
  id: string,
  language: Language,
): NamedThing {
  const thing = { ...before, ...after }
  const reference = referenceOf(event, thing, id)
  const itself = reference && reference.kind === event.entity && reference.id === id ? reference : undefined
  return {
    reference,
    nameWith: (nameOf) =>
      ownName(event.entity, thing, language) ||
      (itself ? nameOfThing(itself, thing, language, nameOf) : '') ||
      (reference ? nameOf(reference) : ''),
  }
}

/** Returns the named things of an event. */
function thingsOf(event: EventRow, language: Language): readonly NamedThing[] {
  const { whole, list } = changesOf(event)
  if (!list || list.length === 0) return [namedThing(event, whole, event.entityId, language)]
  return list.map((change) =>
    namedThing(event, change, textOf(change.after?.id ?? change.before?.id), language),
  )
}

const nonEmpty = (id: string | null): id is string => id !== null && id !== ''

/**
 * Describes events of a list in the reader's language. The number of queries does not depend on the number of events.
 */
export async function describeRows(
  trx: Trx,
  rows: readonly EventRow[],
  language: Language,
): Promise<AuditRow[]> {
  const own = words[language]
  const named = new Map(rows.map((event) => [event.id, thingsOf(event, language)]))
  const shown = (event: EventRow) => (named.get(event.id) ?? []).slice(0, shownNames)
  const references = rows.flatMap((event): Reference[] => [
    ...shown(event).flatMap(({ reference }) => reference ?? []),
    { kind: 'tenant', id: event.tenantId, sequence: event.sequence, tenantId: event.tenantId },
    ...(nonEmpty(event.studyId) ? [studyOf(event, event.studyId)] : []),
  ])
  const nameOf = await readNames(trx, language, references)
  const people = await fullNames(trx, rows, language)
  return rows.map((event) => {
    const names = shown(event).map(({ nameWith }) => nameWith(nameOf))
    const known = [...new Set(names.filter((name) => name !== ''))]
    const total = named.get(event.id)?.length ?? 0
    const joined = own.list(known)
    return {
      id: event.id,
      time: event.at.toISOString(),
      actorName: event.actorName,
      actorFullName: people.get(event.actorId ?? '') ?? '',
      tenantId: event.tenantId,
      tenantName:
        event.tenantId === globalTenantId
          ? ''
          : nameOf({
              kind: 'tenant',
              id: event.tenantId,
              sequence: event.sequence,
              tenantId: event.tenantId,
            }),
      studyName: nonEmpty(event.studyId) ? nameOf(studyOf(event, event.studyId)) : '',
      entity: event.entity,
      entityDesc: own.kind(event.entity),
      entityId: event.entityId,
      entityName: total > shownNames && joined !== '' ? own.more(joined, total) : joined,
      call: event.call,
      callDesc: own.act(event.call),
      reason: event.reason,
    }
  })
}

const studyOf = ({ sequence, tenantId }: EventRow, id: string): Reference => ({
  ...{ kind: 'study', id, sequence, tenantId },
})

/** Returns the full names of actors who still exist, by their ids. */
async function fullNames(
  trx: Trx,
  rows: readonly EventRow[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ actorId }) => actorId).filter(nonEmpty))]
  const people = await trx
    .selectFrom('appUser')
    .select(['appUser.id', nameIn(language, 'appUser.fullName').as('fullName')])
    .where('appUser.id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(people.map(({ id, fullName }) => [id, fullName]))
}
