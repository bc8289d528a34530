import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textsOf } from './i18n.ts'
import type { Namespace, Text } from './types.ts'

/**
 * The texts of a namespace; the component follows the language. It waits (suspends) while they are fetched.
 */
export function useTexts<Name extends Namespace>(namespace: Name): Text<Name> {
  const { t } = useTranslation<string>(namespace)
  return useMemo(() => textsOf(namespace), [namespace, t])
}
