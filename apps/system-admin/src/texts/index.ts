import { addTexts, useTexts } from '@atrium/shared-api'
import * as areas from './areas.ts'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'system-admin': typeof zh
  }
}

addTexts(
  'system-admin',
  {
    zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
  },
  Object.values(areas),
)

export const useSystemText = () => useTexts('system-admin')
