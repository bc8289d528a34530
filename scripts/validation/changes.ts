import { dirname } from 'node:path'
import { type ApiCall, menusOf } from './contract.ts'
import type { Requirement } from './requirements.ts'
import type { Snapshot } from './snapshot.ts'
import type { ChangelogEntry } from './versions.ts'

type Effect = 'added' | 'removed' | 'changed'

/** One difference between two versions. */
export interface Change {
  readonly subject: 'call' | 'screen' | 'migration' | 'package'
  /** Path or name. */
  readonly id: string
  readonly effect: Effect
  /** Previous and current values, one per line, if both versions have it. */
  readonly details: readonly string[]
}

/** Why a customer should look at something again. */
type Cause = 'added' | 'removed' | 'text' | 'tests' | 'code' | 'access' | 'fields' | 'contract'

/** Something that a customer should look at again. `requirements`: those whose text is the same. */
export interface Review {
  readonly subject: 'requirement' | 'limit' | 'requirements' | 'menu' | 'call' | 'migration'
  /** '' for `requirements`. */
  readonly id: string
  readonly causes: readonly Cause[]
  /** Previous and current texts, calls that a menu gained or lost, or the numbers of `requirements`. */
  readonly details: readonly string[]
}

/** Differences from an earlier version. */
export interface Changes {
  readonly changes: readonly Change[]
  /** The most important first. */
  readonly reviews: readonly Review[]
  /** Entries that the earlier changelog does not have. */
  readonly changelog: readonly ChangelogEntry[]
  /** Chinese texts of the requirements of both versions, by the English ones. */
  readonly chinese: Readonly<Record<string, string>>
}

interface Pair<Item> {
  readonly id: string
  readonly before: Item | undefined
  readonly after: Item | undefined
}

/** Pairs the items of two versions by their ids. */
function pairs<Item>(
  before: readonly Item[],
  after: readonly Item[],
  idOf: (item: Item) => string,
): Pair<Item>[] {
  const [old, current] = [before, after].map((items) => new Map(items.map((item) => [idOf(item), item])))
  return [...new Set([...before, ...after].map(idOf))].map((id) => ({
    id,
    before: old?.get(id),
    after: current?.get(id),
  }))
}

/** Returns the values of two lists that only one of them has, marked with − and +. */
const difference = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter((line) => !after.includes(line)).map((line) => `− ${line}`),
  ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
]

/**
 * Compares the items of two versions.
 * @param linesOf values of an item that count
 */
const compare = <Item>(
  subject: Change['subject'],
  all: readonly Pair<Item>[],
  linesOf: (item: Item) => readonly string[],
): Change[] =>
  all.flatMap(({ id, before, after }): Change[] => {
    if (!before) return [{ subject, id, effect: 'added', details: [] }]
    if (!after) return [{ subject, id, effect: 'removed', details: [] }]
    const details = difference(linesOf(before), linesOf(after))
    return details.length === 0 ? [] : [{ subject, id, effect: 'changed', details }]
  })

const textOf = ({ clause, en, besideEn }: Requirement): string[] =>
  [clause, en, besideEn].filter((part) => part !== '')

/** Returns the requirements that are new, gone or have another text. */
const reviewsOfTexts = (requirements: readonly Pair<Requirement>[]): Review[] =>
  requirements.flatMap(({ id, before, after }): Review[] => {
    const details = difference(before ? textOf(before) : [], after ? textOf(after) : [])
    if (details.length === 0) return []
    const cause = !before ? 'added' : after ? 'text' : 'removed'
    const subject = (after ?? before)?.kind === 'limit' ? 'limit' : 'requirement'
    return [{ subject, id, causes: [cause], details }]
  })

/** Code beside these tests is the tests' own. */
const withoutCode = /^(e2e|apps\/server\/src\/app\/conformance)\//

/** Returns whether a file is code in the folder of a test. */
const isBeside = (file: string, test: string): boolean =>
  dirname(file) === dirname(test) && !withoutCode.test(test) && !/\.(test|spec)\.tsx?$/.test(file)

/** Returns the requirements with the same text whose tests or code changed. @param changed files that differ */
function reviewsOfFiles(requirements: readonly Pair<Requirement>[], changed: readonly string[]): Review[] {
  const same = requirements.filter(
    ({ before, after }) => before && after && difference(textOf(before), textOf(after)).length === 0,
  )
  const isRetested = ({ before, after }: Pair<Requirement>) =>
    after?.tests.some((test) => changed.includes(test)) ||
    difference(before?.tests ?? [], after?.tests ?? []).length > 0
  const hasOtherCode = ({ after }: Pair<Requirement>) =>
    after?.tests.some((test) => changed.some((file) => isBeside(file, test)))
  const review = (cause: Cause, found: readonly Pair<Requirement>[]): Review[] =>
    found.length === 0
      ? []
      : [{ subject: 'requirements', id: '', causes: [cause], details: found.map(({ id }) => id) }]
  return [...review('tests', same.filter(isRetested)), ...review('code', same.filter(hasOtherCode))]
}

const nameOf = ({ method, path }: ApiCall): string => `${method} ${path}`

/** Returns the access of a call without its menus, such as `access kind: menus`. */
const accessOf = ({ access, effect }: ApiCall): string[] =>
  Object.entries({ effect, ...access, menus: undefined }).flatMap(([name, value]) =>
    value === undefined ? [] : [`access ${name}: ${value}`],
  )

const fieldsOf = ({ request, response }: ApiCall): string[] => [
  ...request.map((field) => `request ${field}`),
  ...response.map((field) => `response ${field}`),
]

/** Returns the menus that gained or lost calls, each with these calls. */
function reviewsOfMenus(calls: readonly Pair<ApiCall>[]): Review[] {
  const found = new Map<string, { readonly causes: Set<Cause>; readonly details: string[] }>()
  for (const { id, before, after } of calls) {
    const marks = difference(before ? menusOf(before) : [], after ? menusOf(after) : [])
    for (const mark of marks) {
      const menu = mark.slice(2)
      const review = found.get(menu) ?? { causes: new Set<Cause>(), details: [] }
      review.causes.add(!before ? 'added' : after ? 'access' : 'removed')
      review.details.push(`${mark.slice(0, 2)}${id}`)
      found.set(menu, review)
    }
  }
  return [...found].map(([id, { causes, details }]) => ({
    subject: 'menu',
    id,
    causes: [...causes],
    details,
  }))
}

/** Returns the calls with other fields or other access than by menus, and new and removed ones that no menu offers. */
const reviewsOfCalls = (calls: readonly Pair<ApiCall>[]): Review[] =>
  calls.flatMap(({ id, before, after }): Review[] => {
    const review = (causes: readonly Cause[], details: readonly string[]): Review[] =>
      causes.length === 0 ? [] : [{ subject: 'call', id, causes, details }]
    if (before && after) {
      const access = difference(accessOf(before), accessOf(after))
      const fields = difference(fieldsOf(before), fieldsOf(after))
      const causes: Cause[] = [
        ...(access.length > 0 ? ['access' as const] : []),
        ...(fields.length > 0 ? ['fields' as const] : []),
      ]
      return review(causes, [...access, ...fields])
    }
    const call = after ?? before
    return call && menusOf(call).length === 0 ? review([after ? 'added' : 'removed'], []) : []
  })

const packagesOf = ({ versions }: Snapshot) =>
  Object.entries({ ...versions.packages, 'Node.js': versions.node })

/**
 * Compares a version with an earlier one.
 * @param changed files that differ
 */
export function compareSnapshots(before: Snapshot, after: Snapshot, changed: readonly string[]): Changes {
  const requirements = pairs(before.requirements, after.requirements, ({ id }) => id)
  const calls = pairs(before.contract.calls, after.contract.calls, nameOf)
  const screens = pairs(before.contract.screens, after.contract.screens, ({ path }) => path)
  const migrations = pairs(before.versions.migrations, after.versions.migrations, ({ name }) => name)
  const packages = pairs(packagesOf(before), packagesOf(after), ([name]) => name)
  const isKnown = new Set(before.versions.changelog.map(({ text }) => text))
  return {
    changes: [
      ...compare('call', calls, (call) => [
        ...accessOf(call),
        ...menusOf(call).map((menu) => `menu ${menu}`),
        ...fieldsOf(call),
      ]),
      ...compare('screen', screens, ({ path }) => [path]),
      ...compare('migration', migrations, ({ checksum }) => [`SHA-256 ${checksum}`]),
      ...compare('package', packages, ([, version]) => [version]),
    ],
    reviews: [
      ...reviewsOfTexts(requirements),
      ...reviewsOfMenus(calls),
      ...reviewsOfCalls(calls),
      ...migrations.flatMap(({ id, before: old, after: added }): Review[] =>
        !old && added?.isContract ? [{ subject: 'migration', id, causes: ['contract'], details: [] }] : [],
      ),
      ...reviewsOfFiles(requirements, changed),
    ],
    changelog: after.versions.changelog.filter(({ text }) => !isKnown.has(text)),
    chinese: Object.fromEntries(
      [...before.requirements, ...after.requirements].flatMap(({ en, zh, besideEn, besideZh }) => [
        [en, zh],
        [besideEn, besideZh],
      ]),
    ),
  }
}
