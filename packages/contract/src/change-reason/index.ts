import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './entities.ts'
export * from './kinds.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    changeReason: typeof zh
  }
}

export const changeReasonTexts: TextsOfArea = {
  area: 'changeReason',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
