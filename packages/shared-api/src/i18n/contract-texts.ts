import type { Translate } from '@atrium/contract'
import { useMemo } from 'react'
import { addTexts, translate } from './i18n.ts'
import { useTexts } from './use-texts.ts'

addTexts('contract', {
  zh: () =>
    import(/* webpackChunkName: "texts-zh" */ '@atrium/contract/texts/zh.json', { with: { type: 'json' } }),
  en: () =>
    import(/* webpackChunkName: "texts-en" */ '@atrium/contract/texts/en.json', { with: { type: 'json' } }),
})

/** Texts of the contract by keys that are known at run time only, such as those of its rules. */
export const contractText: Translate = (key, params) => translate('contract', key, params)

/** The same as a hook: a component that uses it follows the language. */
export function useContractText(): Translate {
  const t = useTexts('contract') // new with every language, so that what memoises by the result follows
  return useMemo<Translate>(() => (key, params) => contractText(key, params), [t])
}
