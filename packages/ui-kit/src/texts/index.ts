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

/** The texts of the building blocks. The entry of every page has none of its own, so that it stays small. */
export const useKitText = () => useTexts('ui-kit')

/** The same outside of components. */
export const kitText = textsOf('ui-kit')
