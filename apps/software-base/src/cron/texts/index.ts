import { cronTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    cron: typeof zh
  }
}

// They come with the screen of jobs, so that no other one pays for them.
addTexts(
  'cron',
  {
    zh: () => import(/* webpackChunkName: "cron-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "cron-en" */ './en.json', { with: { type: 'json' } }),
  },
  [cronTexts],
)

/** The texts of the cron builder. */
export const useCronText = () => useTexts('cron')
