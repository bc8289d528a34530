import { accessRequestTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    accessRequest: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'accessRequest',
  {
    zh: () => import(/* webpackChunkName: "access-request-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "access-request-en" */ './en.json', { with: { type: 'json' } }),
  },
  [accessRequestTexts],
)

/** Returns the texts of requests for access. */
export const useRequestText = () => useTexts('accessRequest')
