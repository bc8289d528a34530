import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    software: typeof zh
  }
}

export const softwareTexts: TextsOfArea = {
  area: 'software',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}

/** The products by their codes, in the order of the help menu. */
export const softwareCodes = {
  account: '00',
  edc: '020',
  rtsm: '030',
  ctms: '040',
  etmf: '070',
  igcp: '101',
} as const

/** How users of a product are authorized: which roles and places an authorization names. */
export const authorizationStyles = { rtsm: 1, edc: 2, ctms: 3, etmf: 4 } as const
