import { type Area, blinding, type Call, categories, fieldsOf, softwareCodes } from '@atrium/contract'
import * as z from 'zod/mini'
import type { Suite } from '../../test-kit/index.ts'
import type { Kind, TenantThings } from '../foreign-tenant.ts'
import { allForeignIn, inEachIdField, type Probe, restOf } from '../probes.ts'
import { type Subject, type SubjectName, unblindedRole, unblindingReason } from './people.ts'
import type { Trial } from './trial.ts'

type Input = Record<string, unknown>

/** Input of a call in the check. */
export interface Request {
  readonly call: Call
  readonly input: Input
}

/** People whose ids are sent: one for each kind of row that differs. Those of the others would find nothing else. */
const namedSubjects: readonly SubjectName[] = [
  'active',
  'reversed',
  'approved',
  'changed',
  'refused',
  'requested',
  'invited',
  'offered',
  'other',
]

/** Returns the study's link with the product that a call is about: RTSM, unless its path names another. */
const linkOf = ({ study, links }: Trial, { path }: Call): string =>
  Object.entries(links).find(([product]) => path.endsWith(`/${product}`))?.[1] ?? study.studyUrlId

/** Returns the ids of the study and of one of its people by kind, for the probes of a call. */
const thingsOf = (trial: Trial, call: Call, subject: Subject): TenantThings => ({
  mark: subject.userName,
  ids: {
    ...{ tenant: trial.tenantId, study: trial.study.studyId, studySite: trial.siteId },
    ...{ studyUrl: linkOf(trial, call), ...trial.ids },
    // The study has no rows of these kinds.
    ...{
      entry: '',
      childEntry: '',
      calendar: '',
      file: '',
      department: '',
      roleConflict: '',
      training: '',
      trainingRequirement: '',
      trainingEvidence: '',
      trainingOverride: '',
      accessReview: '',
      accessReviewItem: '',
      trailReview: '',
      trailReviewFinding: '',
      inspection: '',
      sms: '',
      auditEvent: '',
      productSignIn: '',
    },
    ...subject.ids,
  },
})

/** Kinds of rows of people. */
const kindsOfPeople = [
  ...['user', 'tenantUser', 'invitation', 'studyUser', 'productAuthorization', 'unblinding'],
  'accessRequest',
]

/** Kind of the ids in a field `id`, by the area of the call. Calls of other areas get the id of the study. */
const kindInId: Readonly<Partial<Record<Area, Kind>>> = {
  accessWhy: 'user',
  accessRequest: 'accessRequest',
  account: 'user',
  domain: 'domain',
  identity: 'user',
  invitation: 'invitation',
  licence: 'licence',
  message: 'mail',
  pin: 'tenant',
  privacy: 'user',
  productRefusal: 'productAuthorization',
  studySite: 'studySite',
  studySoftware: 'studyUrl',
  studyUser: 'studyUser',
  tenant: 'tenant',
  tenantSite: 'tenantSite',
  tenantUser: 'tenantUser',
  unblinding: 'unblinding',
  user: 'user',
}

/** Returns words by which a search could find what is unblinded. */
const wordsFor = ({ subjects }: Trial): readonly string[] => [
  subjects.refused.fullName,
  unblindedRole,
  unblindingReason,
]

/** Fields of requests that are a text to search for. */
const searches = new Set([
  'keyWord',
  'userName',
  'subject',
  'name',
  'studyName',
  'siteName',
  'fileName',
  'email',
])

/** Returns whether a call reads what its input asks for, also if the trail records that it was read. */
const isReading = ({ effect, area }: Call): boolean => effect === 'read' || area === 'auditTrail'

/** Returns the values of fields that are a choice, by the fields' names. */
function choicesOf(call: Call): [string, readonly unknown[]][] {
  const { properties = {} } = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, property]) => {
    const values = typeof property === 'object' ? property.enum : undefined
    return values ? [[field, values]] : []
  })
}

/** Returns inputs that filter, search, sort and page a list in every way. */
function waysToList(call: Call, base: Input, trial: Trial): Input[] {
  const fields = new Set(fieldsOf(call).map(({ path }) => String(path[0])))
  const choices = choicesOf(call)
  const orders = choices.find(([field]) => field === 'sortBy')?.[1] ?? []
  const filters = choices.filter(([field]) => !field.startsWith('sort') && field !== 'menu')
  const pages = fields.has('page') ? [1, 2] : []
  return [
    ...filters.flatMap(([field, values]) => values.map((value) => ({ ...base, [field]: value }))),
    ...[...fields]
      .filter((field) => searches.has(field))
      .flatMap((field) => wordsFor(trial).map((word) => ({ ...base, [field]: word }))),
    ...orders.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ ...base, sortBy, sortOrder }))),
    ...pages.map((page) => ({ ...base, limit: 2, page })),
  ]
}

/** Drops inputs that have been sent already. */
const distinct = (inputs: readonly Input[]): Input[] => [
  ...new Map(inputs.map((input) => [JSON.stringify(input), input])).values(),
]

/**
 * Returns inputs with ids of the study and its people in the fields, together and, of calls that only read, alone: without
 * the other fields, a list is not filtered by them.
 */
function withIds(call: Call, rest: Input, trial: Trial): Input[] {
  const kindOfId = (call.area && kindInId[call.area]) ?? 'study'
  const subjects = namedSubjects.slice(0, kindsOfPeople.includes(kindOfId) ? undefined : 1)
  return subjects.flatMap((name) => {
    const things = thingsOf(trial, call, trial.subjects[name])
    const isSent = ({ of }: Probe): boolean => {
      const [, kind = '', field = ''] = /^(\w+) as (\w+)/.exec(of) ?? []
      return things.ids[kind as Kind] !== '' && (!/^ids?$/.test(field) || kind === kindOfId)
    }
    const alone = isReading(call)
      ? inEachIdField(call, rest, things, true).flatMap(({ probes }) => probes)
      : []
    return [...allForeignIn(call, rest, things), ...alone].filter(isSent).map(({ input }) => input)
  })
}

/** A period that has not begun. */
const laterPeriod = { accessFrom: '2099-02-01', accessUntil: '2099-03-31' }

/**
 * Returns inputs that authorize each of the people, chosen and by address, in blinded and unblinded roles, and for
 * another period.
 */
function waysToInvite(call: Call, rest: Input, trial: Trial): Input[] {
  const fields = new Set(fieldsOf(call).map(({ path }) => path[0]))
  if (!fields.has('EmailList')) return []
  const people = fields.has('UserList') ? 'UserList' : 'userList'
  // Each input names one person, so that no other one decides about the response.
  const plain = { ...rest, EmailList: [], [people]: [], replacing: [] }
  const roles = Array.isArray(rest.userRoleList) ? rest.userRoleList : []
  const isBlind = { isBlind: blinding.unblinded, unblindingReason }
  const unblinded = roles.map((role) => ({ ...role, ...isBlind }))
  return namedSubjects.flatMap((name) => {
    const subject = trial.subjects[name]
    const [chosen = plain] = allForeignIn(call, plain, thingsOf(trial, call, subject)).map(
      ({ input }) => input,
    )
    const byAddress = { ...chosen, EmailList: [subject.email], [people]: [], replacing: [] }
    const inputs = [chosen, byAddress, { ...chosen, ...laterPeriod }]
    return roles.length > 0 ? inputs.flatMap((one) => [one, { ...one, userRoleList: unblinded }]) : inputs
  })
}

/** Products whose lists are read. */
const products = [softwareCodes.rtsm, softwareCodes.edc]

/**
 * Returns the requests of a call, the plainest first. The input of a call that changes something is an example that
 * succeeds, as far as somebody may make it.
 * @param suite server with the study, to prepare the example
 */
export async function requestsOf(suite: Suite, call: Call, trial: Trial): Promise<Request[]> {
  const example = await restOf(suite, call, thingsOf(trial, call, trial.subjects.active))
  const rests =
    call.effect === 'write'
      ? [example]
      : products.map((softId) => ({
          ...{ ...example, softId, softwareId: softId, target: `product:${softId}` },
          ...{ categoryId: categories.position, limit: 1000 },
        }))
  const inputs = [{}, ...rests]
  // The response to other calls does not depend on the session.
  const isOfCaller = call.access.kind === 'session' || call.access.kind === 'menus'
  if (isOfCaller) {
    const [rest = {}] = rests
    const named = withIds(call, rest, trial)
    const [base = { limit: 1000 }] = named
    inputs.push(...named, ...waysToInvite(call, rest, trial))
    if (call.effect === 'read') inputs.push(...waysToList(call, base, trial))
    // Together, the ids would find no event.
    else if (isReading(call)) inputs.push(...waysToList(call, rest, trial))
  }
  return distinct(inputs).map((input) => ({ call, input }))
}
