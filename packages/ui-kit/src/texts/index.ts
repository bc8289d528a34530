import { addTexts, textsOf, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'ui-kit': typeof zh
  }
}

addTexts('ui-kit', {
  zh: () => import(/* webpackChunkName: "ui-kit-zh" */ './zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "ui-kit-en" */ './en.json', { with: { type: 'json' } }),
})

/** Returns the texts of ui-kit. The shared entry contains no texts, so that it stays small for every page. */
export const useKitText = () => useTexts('ui-kit')

/** Returns the texts of ui-kit outside components. */
export const kitText = textsOf('ui-kit')
