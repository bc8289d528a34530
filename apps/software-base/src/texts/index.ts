import { addTexts, useTexts } from '@atrium/shared-api'
import * as areas from './areas.ts'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'software-base': typeof zh
  }
}

addTexts(
  'software-base',
  {
    zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
  },
  Object.values(areas),
)

/** Returns the texts of the software and base areas. */
export const useSoftwareBaseText = () => useTexts('software-base')
