import {
  type accessWhyTargets,
  allCalls,
  type Call,
  type Language,
  type MenuCode,
  menuCodes,
  type Option,
  rootMenuId,
} from '@atrium/contract'
import { inNameOrder, nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { gateOf } from '../../platform/http/decision.ts'
import { rejectField } from '../../platform/http/rejection.ts'
import type { Work } from '../../platform/http/work.ts'
import { words } from '../audit-trail/index.ts'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

/** Names of the calls that only read, by path. The audit trail names the others. */
const reads: Readonly<Record<Language, Readonly<Record<string, string>>>> = { zh, en }

/** Returns the name of a call: its path if nobody makes it on a screen. */
const nameOfCall = ({ path, effect }: Call, language: Language): string =>
  effect === 'write' ? words[language].act(path) : (reads[language][path] ?? path)

/** What an explanation is about. */
export type Target =
  | { readonly kind: 'screen'; readonly code: MenuCode; readonly name: string }
  | { readonly kind: 'product'; readonly softwareId: string; readonly name: string }
  | { readonly kind: 'call'; readonly call: Call; readonly name: string }

/** Selects the menus that open a screen. Groups open none. */
const screens = (trx: Trx, language: Language) =>
  trx
    .selectFrom('menu')
    .select(['menu.code', nameIn(language, 'menu.name').as('name')])
    .where('menu.parentId', '<>', rootMenuId)
    .where('menu.code', 'in', [...menuCodes])

const products = (trx: Trx, language: Language) =>
  trx.selectFrom('software').select(['software.id', nameIn(language, 'software.softwareName').as('name')])

/** GET /access/why/targets: screens in the order of the menu, then products and calls by name. */
export async function listTargets({ trx, language, t }: Work<typeof accessWhyTargets>): Promise<Option[]> {
  const menus = await screens(trx, language)
    .innerJoin('menu as group', 'group.id', 'menu.parentId')
    .orderBy('group.seq')
    .orderBy('menu.seq')
    .orderBy('menu.id')
    .execute()
  const found = await products(trx, language)
    .orderBy(inNameOrder(nameIn(language, 'software.softwareName')))
    .execute()
  const { compare } = new Intl.Collator(language)
  const calls = allCalls
    .filter((call) => gateOf(call) === 'session')
    .map((call) => ({ id: call.path, name: nameOfCall(call, language) }))
    .toSorted((one, other) => compare(one.name, other.name))
  const optionsOf = (kind: Target['kind'], list: readonly { readonly id: string; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ code: `${kind}:${id}`, desc: t(`accessWhy.targets.${kind}`, { name }) }))
  return [
    ...optionsOf(
      'screen',
      menus.map(({ code, name }) => ({ id: code ?? '', name })),
    ),
    ...optionsOf('product', found),
    ...optionsOf('call', calls),
  ]
}

/**
 * Returns what a question is about.
 * @throws Rejection 422 if there is no such screen, product or call
 */
export async function targetOf(trx: Trx, target: string, language: Language): Promise<Target> {
  const kind = target.slice(0, target.indexOf(':'))
  const id = target.slice(kind.length + 1)
  if (kind === 'call') {
    const call = allCalls.find(({ path }) => path === id)
    if (call) return { kind, call, name: nameOfCall(call, language) }
  }
  if (kind === 'screen') {
    const code = menuCodes.find((known) => known === id)
    const found = code && (await screens(trx, language).where('menu.code', '=', code).executeTakeFirst())
    if (code && found) return { kind, code, name: found.name }
  }
  if (kind === 'product') {
    const found = await products(trx, language).where('software.id', '=', id).executeTakeFirst()
    if (found) return { kind, softwareId: id, name: found.name }
  }
  return rejectField('target', 'rule.reference')
}
