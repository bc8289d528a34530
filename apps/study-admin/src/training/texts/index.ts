import { trainingTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    training: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'training',
  {
    zh: () => import(/* webpackChunkName: "training-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "training-en" */ './en.json', { with: { type: 'json' } }),
  },
  [trainingTexts],
)

/** Returns the texts of trainings. */
export const useTrainingText = () => useTexts('training')
