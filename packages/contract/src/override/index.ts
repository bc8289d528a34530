import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    override: typeof zh
  }
}

export const overrideTexts: TextsOfArea = {
  area: 'override',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
