import { addTexts, useTexts } from '@atrium/shared-api'
import * as areas from './areas.ts'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'study-admin': typeof zh
  }
}

addTexts(
  'study-admin',
  {
    zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
  },
  Object.values(areas),
)

/** Returns the texts of the study area. */
export const useStudyText = () => useTexts('study-admin')
