import { type Area, type FieldName, fieldKeys, type Language, type Translate } from '@atrium/contract'
import { use, useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  contractText,
  currentLanguage,
  type Namespace,
  onLanguage,
  type Text,
  textsOf,
  textsToShow,
} from './texts.ts'

/** The present language; the component follows a switch. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)

/** Suspends while texts are fetched; throws TextsMissing if they cannot be. Follows the language. */
function useFetchedTexts(namespace: Namespace): Language {
  const language = useLanguage()
  use(textsToShow(namespace))
  return language
}

/** The texts of a namespace; the component follows the language. It waits (suspends) while they are fetched. */
export function useTexts<Name extends Namespace>(namespace: Name): Text<Name> {
  const language = useFetchedTexts(namespace)
  // Another function with every language, so that what memoises by it follows.
  return useMemo(() => textsOf(namespace), [namespace, language])
}

/** The contract's texts: those that areas share, and those of the areas that the remote brings along. */
export function useContractText(): Translate {
  const language = useFetchedTexts('contract')
  return useMemo<Translate>(() => (key, params) => contractText(key, params), [language])
}

/** Names of an area's fields. */
export function useLabels<Name extends Area>(area: Name): (field: FieldName<Name>) => string {
  const t = useContractText()
  return useCallback((field) => t(fieldKeys(field, area)), [t, area])
}
