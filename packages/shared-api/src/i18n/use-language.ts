import type { Language } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from './i18n.ts'

/** The present language; the component follows a switch. */
export function useLanguage(): Language {
  useTranslation()
  return currentLanguage()
}
