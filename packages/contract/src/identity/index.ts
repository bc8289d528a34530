import type { TextsOfArea } from '../core/texts.ts'
import type zh from './texts/zh.json'

export * from './calls.ts'
export * from './captcha.ts'
export * from './contacts.ts'
export * from './passwords.ts'
export * from './phone-calls.ts'
export * from './self-calls.ts'
export * from './sign-in-answer.ts'
export * from './sso-calls.ts'
export * from './user.ts'

declare module '../core/texts.ts' {
  interface AreaTexts {
    identity: typeof zh
  }
}

export const identityTexts: TextsOfArea = {
  area: 'identity',
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json', { with: { type: 'json' } }),
}
