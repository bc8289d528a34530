import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './entities.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    privacy: typeof zh
  }
}

export const privacyTexts: TextsOfArea = {
  area: 'privacy',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
