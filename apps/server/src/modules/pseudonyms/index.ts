import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'

/** Maximum length of a compared text. Names, contacts and remarks are shorter. */
const maxLength = 1000

/** A text of a record that is a former name or contact of a pseudonymised person. */
interface Former {
  readonly text: string
  readonly userId: string
  readonly kind: 'name' | 'contact'
  readonly pseudonym: string
  readonly createdAt: Date
}

/** Fields with the contact or user name of a person whose id the record may not have. */
const contactFields: ReadonlySet<string> = new Set([
  ...['acceptedBy', 'contact', 'email', 'phone', 'recipient', 'userName'],
])

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Adds the texts that a value contains. */
function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') {
    if (value !== '' && value.length <= maxLength) texts.add(value)
  } else if (Array.isArray(value)) for (const item of value) collect(item, texts)
  else if (isPlainObject(value)) for (const item of Object.values(value)) collect(item, texts)
}

const textsOf = (value: unknown): ReadonlySet<string> => {
  const texts = new Set<string>()
  collect(value, texts)
  return texts
}

/** Returns the pseudonym that replaces a text of a field, if any. */
type Replace = (text: string, field: string) => string | undefined

/** Returns a value in which texts are replaced. */
function replaced(value: unknown, replace: Replace, field = ''): unknown {
  if (typeof value === 'string') return replace(value, field) ?? value
  if (Array.isArray(value)) return value.map((item) => replaced(item, replace, field))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaced(inner, replace, name)]),
  )
}

/** Returns which texts are former names or contacts. */
async function findFormer(trx: Trx, texts: readonly string[]): Promise<readonly Former[]> {
  // The condition with the array makes the planner look digests up in the index instead of reading all of them. Most
  // installations have no pseudonyms, and then no digest is computed.
  const { rows } = await sql<Former>`
    with said as materialized (
      select text, personal_digest(text) as digest from unnest(${[...texts]}::text[]) as text
      where exists (select from pseudonym))
    select said.text, pseudonym.user_id, pseudonym.kind, pseudonym.pseudonym, pseudonym.created_at
    from said join pseudonym on pseudonym.digest = said.digest
    where pseudonym.digest = any(array(select digest from said))`.execute(trx)
  return rows
}

/**
 * Replaces the former names and contacts of pseudonymised people in records.
 * @param timeOf time of a record. If it is older than the pseudonym, its contact fields are replaced even without the
 * person’s id
 */
async function mask<Value>(
  trx: Trx,
  values: readonly Value[],
  timeOf: (value: Value) => Date | undefined,
): Promise<Value[]> {
  if (values.length === 0) return []
  const all = values.map(textsOf)
  const former = await findFormer(trx, [...new Set(all.flatMap((texts) => [...texts]))])
  if (former.length === 0) return [...values]
  return values.map((value, index) => {
    const texts = all[index] ?? new Set<string>()
    const found = former.filter(({ text }) => texts.has(text))
    if (found.length === 0) return value
    const ids = new Set([...texts].flatMap((text) => text.split(',')))
    const time = timeOf(value)
    const pseudonymOf: Replace = (text, field) =>
      found.find(
        (known) =>
          known.text === text &&
          (ids.has(known.userId) ||
            (known.kind === 'contact' && contactFields.has(field) && time && time <= known.createdAt)),
      )?.pseudonym
    return replaced(value, pseudonymOf) as Value
  })
}

/**
 * Returns records with the pseudonym instead of each former name or contact of a pseudonymised person whose id they
 * contain. Texts are replaced as a whole, so a name inside a sentence stays.
 */
export const masked = <Value>(trx: Trx, values: readonly Value[]): Promise<Value[]> =>
  mask(trx, values, () => undefined)

/** Returns invitations to pseudonymised people with the pseudonym as their address, whatever it was then. */
export async function maskedInvitations<Found extends { readonly id: string; readonly thing: object }>(
  trx: Trx,
  found: readonly Found[],
): Promise<Found[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select invitation.id, invitation.email from invitation
    where invitation.id = any(${found.map(({ id }) => id)}::text[])
      and invitation.email in (select pseudonym from pseudonym)`.execute(trx)
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return found.map((one) => {
    const email = emails.get(one.id)
    return email === undefined ? one : { ...one, thing: { ...one.thing, email } }
  })
}

/** The parts of an event that show who acted or signed in, and from where. */
interface Acted {
  readonly at: Date
  readonly actorId: string | null
  readonly entity: string
  readonly entityId: string
  readonly address: string
  readonly userAgent: string
  readonly before: unknown
  readonly after: unknown
}

/** Entities whose events have the id of a person, and the address and device of a sign-in. */
const signIns: ReadonlySet<string> = new Set(['session', 'failed_sign_in'])

/** Returns the state of a sign-in without its address and device, also in lists. */
function withoutOrigin(state: unknown): unknown {
  if (Array.isArray(state)) return state.map(withoutOrigin)
  if (!isPlainObject(state)) return state
  const kept = Object.entries(state).filter(([name]) => name !== 'address' && name !== 'userAgent')
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutOrigin(value)]))
}

/**
 * Returns events of the trail as readers see them. Contacts are also replaced in events without the person’s id, unless
 * they are newer than the pseudonym: otherwise an invitation to an address would reveal whose pseudonym it is. What
 * pseudonymised people did has no address and device any more.
 */
export async function maskedEvents<Event extends Acted>(
  trx: Trx,
  events: readonly Event[],
): Promise<Event[]> {
  const shown = await mask(trx, events, ({ at }) => at)
  const people = [...new Set(events.flatMap(({ actorId, entityId }) => [actorId ?? '', entityId]))]
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from pseudonym where user_id = any(${people}::text[])`.execute(trx)
  const gone = new Set(rows.map(({ userId }) => userId))
  if (gone.size === 0) return shown
  return shown.map((event) => {
    const isOwnSignIn = signIns.has(event.entity) && gone.has(event.entityId)
    if (!isOwnSignIn && !gone.has(event.actorId ?? '')) return event
    const { before, after } = event
    return {
      ...event,
      ...{ address: '', userAgent: '' },
      ...(signIns.has(event.entity) && { before: withoutOrigin(before), after: withoutOrigin(after) }),
    }
  })
}
