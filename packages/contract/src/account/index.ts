import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './email-calls.ts'
export * from './forgot-calls.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    account: typeof zh
  }
}

export const accountTexts: TextsOfArea = {
  area: 'account',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
