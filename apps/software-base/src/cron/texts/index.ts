import { cronTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    cron: typeof zh
  }
}

// Loaded with the jobs screen, so that other screens do not load these texts.
addTexts(
  'cron',
  {
    zh: () => import(/* webpackChunkName: "cron-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "cron-en" */ './en.json', { with: { type: 'json' } }),
  },
  [cronTexts],
)

/** Returns the texts of the cron builder. */
export const useCronText = () => useTexts('cron')
