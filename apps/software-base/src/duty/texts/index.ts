import { dutyTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    duty: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'duty',
  {
    zh: () => import(/* webpackChunkName: "duty-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "duty-en" */ './en.json', { with: { type: 'json' } }),
  },
  [dutyTexts],
)

/** Returns the texts about separation of duties. */
export const useDutyText = () => useTexts('duty')
