import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'sign-in-forms': typeof zh
  }
}

// In the same file as the contract's texts, because the first page without a session needs both.
addTexts('sign-in-forms', {
  zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
})

export const useFormTexts = () => useTexts('sign-in-forms')
