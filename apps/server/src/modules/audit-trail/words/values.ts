import { type Language, productNameIn, shownEmail } from '@atrium/contract'
import { type AuditEntity, fieldsOfEntity } from '../../../platform/audit/index.ts'
import type { EventRow } from '../search.ts'
import type { NameOf, Reference } from './names.ts'
import { kindIn } from './references.ts'
import { ownTexts, words } from './texts.ts'

/** Names of roles in products, as the products sent them, by their ids. */
export type ProductRoles = ReadonlyMap<string, string>

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns fields in the order of the entity's fields, unknown ones last. */
export function inOrder(entity: string, fields: readonly string[]): readonly string[] {
  const known = Object.hasOwn(ownTexts.zh.kinds, entity) ? fieldsOfEntity(entity as AuditEntity) : []
  return [...new Set([...known.filter((field) => fields.includes(field)), ...fields])]
}

/** Returns the kind of thing that a field refers to. Inside a grant, roles are those of a product. */
const kindOf = (entity: string, field: string, isNested: boolean) =>
  isNested && field === 'roleId' ? undefined : kindIn(entity, field)

/** Returns the things to which a value refers. */
export function referencesIn(
  event: EventRow,
  field: string,
  value: unknown,
  isNested = false,
): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap((item) => referencesIn(event, field, item, isNested))
  if (isFields(value))
    return Object.entries(value).flatMap(([name, inner]) => referencesIn(event, name, inner, true))
  const kind = kindOf(event.entity, field, isNested)
  if (kind === undefined || typeof value !== 'string' || value === '') return []
  return [{ kind, id: value, sequence: event.sequence, tenantId: event.tenantId }]
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Fields with the first instant of a period. Like screens, the trail shows its first day. */
const beginnings: ReadonlySet<string> = new Set(['accessFrom', 'roleFrom'])

/** Fields with the first instant after a period. Its last day is shown. */
const ends: ReadonlySet<string> = new Set(['accessUntil', 'roleUntil', 'validUntil'])

const emails: ReadonlySet<string> = new Set(['email', 'addresses', 'to', 'recipient', 'contact'])

/** Fields of the id of a product's role. */
const productRoles: ReadonlySet<string> = new Set(['roleId', 'generalRoleId'])

/** Fields in which 0 means the top level. */
const tops: ReadonlySet<string> = new Set(['parentId'])

export interface Reading {
  readonly event: EventRow
  readonly language: Language
  /** Writes an instant in the reader's time zone. */
  readonly timeOf: (at: number) => string
  /** Writes the day of an instant in the deployment's time zone. */
  readonly dayOf: (at: number) => string
  readonly nameOf: NameOf
  readonly roles: ProductRoles
}

/** Returns a function that writes a value of a field in words; '' for none. */
export function wording({ event, language, timeOf, dayOf, nameOf, roles }: Reading) {
  const own = words[language]
  const single = (field: string, value: string | number | boolean, isNested: boolean): string => {
    if (tops.has(field) && value === '0') return ''
    if (event.entity === 'audit_export' && field === 'entity') return own.kind(String(value))
    if (event.entity === 'audit_export' && field === 'call') return own.act(String(value))
    const word = own.value(event.entity, field, value)
    if (word !== undefined) return word
    if (typeof value !== 'string') return String(value)
    const [reference] = referencesIn(event, field, value, isNested)
    if (reference) return nameOf(reference) || value
    if (productRoles.has(field)) return productNameIn(language, roles.get(value) ?? value)
    if (instant.test(value)) {
      const at = Date.parse(value)
      if (beginnings.has(field)) return dayOf(at)
      return ends.has(field) ? dayOf(at - 1) : timeOf(at)
    }
    return emails.has(field) && value.includes('@') ? shownEmail(value) : value
  }
  // In a grant, the role is one of the product and not of the tenant.
  const nestedName = (field: string): string => own.field(productRoles.has(field) ? '' : event.entity, field)
  const text = (field: string, value: unknown, isNested = false): string => {
    if (isNothing(value)) return ''
    if (Array.isArray(value)) {
      const parts = value.map((item: unknown) => text(field, item, isNested)).filter((part) => part !== '')
      return value.some(isFields) ? parts.join('\n') : own.list(parts)
    }
    if (isFields(value))
      return inOrder(event.entity, Object.keys(value))
        .map((name): [string, string] => [nestedName(name), text(name, value[name], true)])
        .filter(([, inner]) => inner !== '')
        .map(([name, inner]) => own.part(name, inner))
        .join(own.partSeparator)
    return single(field, value as string | number | boolean, isNested)
  }
  return (field: string, value: unknown): string => text(field, value)
}
