import { type Call, categories, codes, idFieldsOf, softwareCodes } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { addForeignTenant, type Kind, type TenantThings } from './foreign-tenant.ts'
import { invitationReads } from './invitation-mutations.ts'
import { mutations } from './mutations.ts'
import { inputAbout } from './prepared.ts'
import { rowsWith } from './snapshot.ts'

type Input = Record<string, unknown>

/** Request with an id of another tenant in one of its fields. */
export interface Probe {
  /** Description for failure messages. */
  readonly of: string
  readonly input: Input
}

const kindsOf = ({ ids }: TenantThings) => Object.keys(ids) as Kind[]

/** Kinds of the fields that are not named after their kind, such as `nodeId`. */
const otherNames: Readonly<Record<string, Kind | readonly Kind[]>> = {
  uc: 'user',
  actor: 'user',
  node: 'file',
  event: 'auditEvent',
  heldTenant: 'tenant',
  heldStudy: 'study',
  heldPerson: 'user',
  review: ['accessReview', 'trailReview'],
  tenantUrl: 'domain',
  Tenant: 'tenant',
  userList: 'tenantUser',
  UserList: 'tenantUser',
  replacing: 'tenantUser',
  siteList: 'studySite',
  SiteList: 'studySite',
}

/** Kinds to try in fields whose name matches no kind, such as `parentId` and `positionId`. */
const namedOtherwise: readonly Kind[] = ['entry', 'childEntry', 'department']

/** Returns the kinds whose ids may belong in a field, such as `tenant` for `tenantId`. */
const likelyIn = (field: string, things: TenantThings): readonly Kind[] => {
  if (field === 'id' || field === 'ids') return kindsOf(things)
  const name = field.replace(/(Ids?|IdList)$/, '')
  const named = otherNames[name] ?? kindsOf(things).find((kind) => kind === name)
  return named ? [named].flat() : namedOtherwise
}

interface IdField {
  readonly field: string
  readonly requestWith: (value: unknown) => Input
  readonly kinds: readonly Kind[]
}

const namedIdFields = (call: Call, things: TenantThings): IdField[] =>
  idFieldsOf(call).map(({ path, requestWith }) => {
    const field = path.at(-1) ?? ''
    return { field, requestWith, kinds: likelyIn(field, things) }
  })

/**
 * Returns valid input for the other fields, so that only the ids are wrong. A mutation about a user names the
 * tenant's user.
 */
export const restOf = async (suite: Suite, call: Call, { mark }: TenantThings): Promise<Input> => {
  const mutation = [...mutations, ...invitationReads].find((known) => known.call === call)
  return mutation
    ? inputAbout(mutation, suite, mark)
    : { categoryId: categories.position, softId: softwareCodes.edc, target: 'screen:tenantUser' }
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges two inputs. Objects in lists are merged with the first one in the list, so that no field is missing. */
const withMore = (sent: Input, more: Input): Input => ({
  ...sent,
  ...Object.fromEntries(
    Object.entries(more).map(([field, value]) => {
      const before = sent[field]
      const [first] = Array.isArray(before) ? before : []
      return Array.isArray(value) && isObject(first)
        ? [field, value.map((item) => (isObject(item) ? withMore(first, item) : item))]
        : [field, value]
    }),
  ),
})

/** Fills the fields that are named after a kind with an id of that kind. */
const withNamedIds = (sent: Input, idFields: readonly IdField[], { ids }: TenantThings): Input =>
  idFields.reduce(
    (input, { kinds: [kind, another], requestWith }) =>
      kind && !another ? withMore(input, requestWith(ids[kind])) : input,
    sent,
  )

/** Puts two ids into a field: both in its list, or in one comma-separated text. */
const together = (requestWith: IdField['requestWith'], first: string, second: string): Input => {
  const [one, two] = [requestWith(first), requestWith(second)]
  const [name = ''] = Object.keys(one)
  const [some, others] = [one[name], two[name]]
  return Array.isArray(some) && Array.isArray(others)
    ? { [name]: [...some, ...others] }
    : requestWith(`${first},${second}`)
}

/** Inputs for one id field: one with an unknown id, and the probes. */
export interface ForeignIdInput {
  readonly unknown: Input
  readonly probes: readonly Probe[]
}

/** Each field gets one in three of the kinds that do not belong in it. */
const share = 3

/**
 * Returns whether a field gets a kind that does not belong in it. Which third of the kinds it gets depends on the call
 * and the field, and is the same in every run. All kinds in all fields would take some ten thousand requests. A field
 * that reads rows of a wrong kind does so in several calls, so a third of them finds it.
 */
const isSpread = (call: Call, field: string, index: number): boolean =>
  [...`${call.path} ${field}`].reduce((sum, sign) => sum + sign.charCodeAt(0), index) % share === 0

/**
 * Returns the inputs to try in each id field. Each has one id of another tenant, in that field.
 * @param likely whether to try only ids of the kinds that belong in the field. Otherwise a third of the other kinds is
 * tried too.
 */
export const inEachIdField = (
  call: Call,
  rest: Input,
  things: TenantThings,
  likely = false,
): ForeignIdInput[] =>
  namedIdFields(call, things).map(({ field, requestWith, kinds }) => ({
    unknown: withMore(rest, requestWith('nobody-has-it')),
    probes: (likely
      ? kinds
      : kindsOf(things).filter((kind, index) => kinds.includes(kind) || isSpread(call, field, index))
    ).map((kind) => ({
      of: `${kind} as ${field}`,
      input: withMore(rest, requestWith(things.ids[kind])),
    })),
  }))

/** Returns inputs like `inEachIdField`, but with the other tenant's ids in all the other fields too. */
export const allForeignIn = (call: Call, rest: Input, foreign: TenantThings): Probe[] => {
  const idFields = namedIdFields(call, foreign)
  return idFields.flatMap(({ field, kinds, requestWith }) =>
    kinds.map((kind) => ({
      of: `${kind} as ${field} with the other tenant’s ids`,
      input: withMore(withNamedIds(rest, idFields, foreign), requestWith(foreign.ids[kind])),
    })),
  )
}

/**
 * Returns inputs like `inEachIdField`, with the caller's own ids in all other fields, and before or after the foreign id
 * where a field allows several.
 */
export const mixedIn = (call: Call, rest: Input, foreign: TenantThings, own: TenantThings): Probe[] => {
  const idFields = namedIdFields(call, foreign)
  const others = withNamedIds(rest, idFields, own)
  return idFields.flatMap(({ field, kinds, requestWith }) =>
    kinds.flatMap((kind) => {
      const [mine, theirs] = [own.ids[kind], foreign.ids[kind]]
      const alone = {
        of: `${kind} as ${field} with the caller’s ids`,
        input: withMore(others, requestWith(theirs)),
      }
      if (field === 'id') return [alone]
      return [
        alone,
        {
          of: `${kind} in ${field} after the caller’s id`,
          input: withMore(others, together(requestWith, mine, theirs)),
        },
        {
          of: `${kind} in ${field} before the caller’s id`,
          input: withMore(others, together(requestWith, theirs, mine)),
        },
      ]
    }),
  )
}

/**
 * Finds a request with which the platform's administrator reads or changes a tenant's data, or at least gets another
 * response than for an unknown id. Without such a request, the probes would prove nothing.
 * @param foreign the tenant to read; changes use a tenant of their own
 * @returns the probe that succeeded; undefined if none did
 */
export async function hitOf(suite: Suite, call: Call, foreign: TenantThings): Promise<string | undefined> {
  const { database, server, admin } = suite
  const reads = call.effect === 'read'
  const things = reads ? foreign : await addForeignTenant(database)
  const rest = await restOf(suite, call, things)
  const rows = async () => (reads ? '' : JSON.stringify(await rowsWith(database, things.mark)))
  const before = await rows()
  for (const { of, input } of allForeignIn(call, rest, things)) {
    const response = await send(server, call, input, admin)
    if (response.code === codes.conflict || JSON.stringify(response).includes(things.mark)) return of
    if ((await rows()) !== before) return of
  }
  for (const { unknown, probes } of inEachIdField(call, rest, things, true)) {
    const { code } = await send(server, call, unknown, admin)
    for (const { of, input } of probes) if ((await send(server, call, input, admin)).code !== code) return of
  }
  return undefined
}
