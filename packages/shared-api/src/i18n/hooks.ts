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

/** Returns the current language and renders the component again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)

/** Suspends while texts are fetched and throws TextsMissing if that fails. Renders again when the language changes. */
function useFetchedTexts(namespace: Namespace): Language {
  const language = useLanguage()
  use(textsToShow(namespace))
  return language
}

/**
 * Returns the texts of a namespace and renders the component again when the language changes. Suspends while they are
 * fetched.
 */
export function useTexts<Name extends Namespace>(namespace: Name): Text<Name> {
  const language = useFetchedTexts(namespace)
  // A new function for each language, so that memoised values that depend on it are updated.
  return useMemo(() => textsOf(namespace), [namespace, language])
}

/** Returns the contract's texts: the shared ones, and those of the areas that the remote has added. */
export function useContractText(): Translate {
  const language = useFetchedTexts('contract')
  return useMemo<Translate>(() => (key, params) => contractText(key, params), [language])
}

/** Returns a function for the display names of an area's fields. */
export function useLabels<Name extends Area>(area: Name): (field: FieldName<Name>) => string {
  const t = useContractText()
  return useCallback((field) => t(fieldKeys(field, area)), [t, area])
}
