import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './entities.ts'
export * from './offered-roles.ts'
export * from './outcome-line.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    studyInvitation: typeof zh
  }
}

export const studyInvitationTexts: TextsOfArea = {
  area: 'studyInvitation',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
