import { type Call, categories, codes, idFieldsOf, softwareCodes } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { addForeignTenant, type Kind, type TenantThings } from './foreign-tenant.ts'
import { mutations } from './mutations.ts'
import { inputAbout } from './prepared.ts'
import { rowsWith } from './snapshot.ts'

type Input = Record<string, unknown>

/** A request with an id of another tenant's in one of its fields. */
export interface Probe {
  /** Names it. */
  readonly of: string
  readonly input: Input
}

const kindsOf = ({ ids }: TenantThings) => Object.keys(ids) as Kind[]

/** Fields with other names, e.g. `nodeId`. */
const otherNames: Readonly<Record<string, Kind>> = {
  uc: 'user',
  node: 'file',
  tenantUrl: 'domain',
  Tenant: 'tenant',
  userList: 'tenantUser',
  UserList: 'tenantUser',
  siteList: 'studySite',
  SiteList: 'studySite',
}

/** Other ids for fields that name no kind, such as `parentId` and `positionId`. */
const namedOtherwise: readonly Kind[] = ['entry', 'childEntry', 'department']

/** The kinds whose ids may belong into a field: the one that it is named after, as `tenant` for `tenantId`. */
const likelyIn = (field: string, things: TenantThings): readonly Kind[] => {
  if (field === 'id' || field === 'ids') return kindsOf(things)
  const name = field.replace(/(Ids?|IdList)$/, '')
  const named = otherNames[name] ?? kindsOf(things).find((kind) => kind === name)
  return named ? [named] : namedOtherwise
}

interface IdField {
  readonly field: string
  readonly holding: (value: unknown) => Input
  readonly kinds: readonly Kind[]
}

const namedIdFields = (call: Call, things: TenantThings): IdField[] =>
  idFieldsOf(call).map(({ path, holding }) => {
    const field = path.at(-1) ?? ''
    return { field, holding, kinds: likelyIn(field, things) }
  })

/** Further input, so that only the ids are wrong; a mutation about a user is about the tenant's user. */
export const restOf = async (suite: Suite, call: Call, { mark }: TenantThings): Promise<Input> => {
  const mutation = mutations.find((known) => known.call === call)
  return mutation
    ? inputAbout(mutation, suite, mark)
    : { categoryId: categories.position, softId: softwareCodes.edc }
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges further input: objects in lists are merged with the first one, so that no field is missing. */
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

/** The fields that are named after a kind, each with a thing's id. */
const withNamedIds = (sent: Input, idFields: readonly IdField[], { ids }: TenantThings): Input =>
  idFields.reduce(
    (input, { kinds: [kind, another], holding }) =>
      kind && !another ? withMore(input, holding(ids[kind])) : input,
    sent,
  )

/** Two ids in place of one: both in its list, or in a text separated by commas. */
const together = (holding: IdField['holding'], first: string, second: string): Input => {
  const [one, two] = [holding(first), holding(second)]
  const [name = ''] = Object.keys(one)
  const [some, others] = [one[name], two[name]]
  return Array.isArray(some) && Array.isArray(others)
    ? { [name]: [...some, ...others] }
    : holding(`${first},${second}`)
}

/** A field that holds ids, with what is sent instead of an existing id. */
export interface AloneIn {
  readonly unknown: Input
  readonly probes: readonly Probe[]
}

/**
 * Returns, for each field that holds ids, inputs with another tenant's ids of each kind and no other foreign value.
 * @param likely only the kinds that may belong there
 */
export const aloneIn = (call: Call, rest: Input, things: TenantThings, likely = false): AloneIn[] =>
  namedIdFields(call, things).map(({ field, holding, kinds }) => ({
    unknown: withMore(rest, holding('nobody-has-it')),
    probes: (likely ? kinds : kindsOf(things)).map((kind) => ({
      of: `${kind} as ${field}`,
      input: withMore(rest, holding(things.ids[kind])),
    })),
  }))

/** The same with what goes well with it: everything else of the other tenant's too. */
export const allForeignIn = (call: Call, rest: Input, foreign: TenantThings): Probe[] => {
  const idFields = namedIdFields(call, foreign)
  return idFields.flatMap(({ field, kinds, holding }) =>
    kinds.map((kind) => ({
      of: `${kind} as ${field} with theirs`,
      input: withMore(withNamedIds(rest, idFields, foreign), holding(foreign.ids[kind])),
    })),
  )
}

/** The same among the caller's own: with one's own in all other fields, and with one's own where several ids may go. */
export const mixedIn = (call: Call, rest: Input, foreign: TenantThings, own: TenantThings): Probe[] => {
  const idFields = namedIdFields(call, foreign)
  const others = withNamedIds(rest, idFields, own)
  return idFields.flatMap(({ field, kinds, holding }) =>
    kinds.flatMap((kind) => {
      const [mine, theirs] = [own.ids[kind], foreign.ids[kind]]
      const alone = { of: `${kind} as ${field} with own`, input: withMore(others, holding(theirs)) }
      if (field === 'id') return [alone]
      return [
        alone,
        { of: `${kind} in ${field} behind own`, input: withMore(others, together(holding, mine, theirs)) },
        { of: `${kind} in ${field} before own`, input: withMore(others, together(holding, theirs, mine)) },
      ]
    }),
  )
}

/**
 * Finds a request with which the platform's administrator reads or changes a tenant's things, or at least gets another
 * response than for an unknown id: without one, probes would prove nothing.
 * @param foreign the tenant to read; changes use a tenant of their own
 * @returns the thing it is about; undefined if there is none
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
  for (const { unknown, probes } of aloneIn(call, rest, things, true)) {
    const { code } = await send(server, call, unknown, admin)
    for (const { of, input } of probes) if ((await send(server, call, input, admin)).code !== code) return of
  }
  return undefined
}
