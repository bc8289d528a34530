import { changeReasonTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    changeReason: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'changeReason',
  {
    zh: () => import(/* webpackChunkName: "changeReason-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "changeReason-en" */ './en.json', { with: { type: 'json' } }),
  },
  [changeReasonTexts],
)

/** Returns the texts about reasons for changes. */
export const useChangeReasonText = () => useTexts('changeReason')
