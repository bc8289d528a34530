import { accessRequestTexts, licenceTexts } from '@atrium/contract'
import { addTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    landing: typeof zh
  }
}

addTexts(
  'landing',
  {
    zh: () => import('./zh.json', { with: { type: 'json' } }),
    en: () => import('./en.json', { with: { type: 'json' } }),
  },
  [accessRequestTexts, licenceTexts],
)
