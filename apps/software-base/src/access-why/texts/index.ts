import { accessWhyTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    accessWhy: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'accessWhy',
  {
    zh: () => import(/* webpackChunkName: "access-why-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "access-why-en" */ './en.json', { with: { type: 'json' } }),
  },
  [accessWhyTexts],
)

/** Returns the texts of the explanations of access. */
export const useAccessWhyText = () => useTexts('accessWhy')
