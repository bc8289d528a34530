import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    contact: typeof zh
  }
}

export const contactTexts: TextsOfArea = {
  area: 'contact',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
