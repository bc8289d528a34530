import type { Language } from '@atrium/contract'
import { deliveredMenus } from '../../apps/server/src/modules/access/delivered-menus.ts'
import { type ApiCall, menusOf } from './contract.ts'
import type { Source } from './source.ts'
import { fill, packTexts } from './texts/index.ts'

/** Names that the product itself shows in a language. */
export interface Names {
  /** Name of a menu or of a page without one. */
  readonly menu: (code: string) => string
  readonly call: (call: ApiCall) => string
  readonly access: (call: ApiCall) => string
}

/** Files with the names of calls: those of changes in the audit trail, and those of reading in explanations. */
const filesOf = (language: Language) => ({
  writes: `apps/server/src/modules/audit-trail/words/texts/${language}.json`,
  reads: `apps/server/src/modules/access-why/texts/${language}.json`,
})

/** Returns the names in a language. A call that nobody makes on a screen has no Chinese name: its path is shown. */
export function namesIn(language: Language, { read }: Pick<Source, 'read'>): Names {
  const texts = packTexts[language]
  const files = filesOf(language)
  const { acts = {} } = JSON.parse(read(files.writes) || '{}') as { acts?: Record<string, string> }
  const reads = JSON.parse(read(files.reads) || '{}') as Record<string, string>
  const menus = new Map(
    deliveredMenus.map(({ code, name, nameEn }) => [String(code), language === 'zh' ? name : nameEn]),
  )
  const pages: Readonly<Record<string, string>> = texts.pages
  const menu = (code: string) => menus.get(code) ?? pages[code] ?? code
  const kindOf = ({ access }: ApiCall): keyof typeof texts.access => {
    if (access.kind === 'session') return access.menus ? 'sessionOrMenus' : 'session'
    return access.kind === 'menus' && access.superAdmin ? 'superAdmin' : access.kind
  }
  return {
    menu,
    call: ({ path, summary }) => acts[path] ?? reads[path] ?? (language === 'en' ? summary : path),
    access: (call) =>
      fill(texts.access[kindOf(call)], { menus: menusOf(call).map(menu).join(texts.separator) }),
  }
}
