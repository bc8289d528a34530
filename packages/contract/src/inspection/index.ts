import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './entities.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    inspection: typeof zh
  }
}

export const inspectionTexts: TextsOfArea = {
  area: 'inspection',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
