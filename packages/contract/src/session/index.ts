import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './entities.ts'
export type { ProductSignInStep } from './product-sign-in.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    session: typeof zh
  }
}

export const sessionTexts: TextsOfArea = {
  area: 'session',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
