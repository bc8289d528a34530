import { accountTexts, invitationTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    'sign-in-accounts': typeof zh
  }
}

// Texts of the later screens are in separate files, so that the first screen does not load them.
addTexts(
  'sign-in-accounts',
  {
    zh: () => import(/* webpackChunkName: "accounts-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "accounts-en" */ './en.json', { with: { type: 'json' } }),
  },
  [accountTexts, invitationTexts],
)

export const useAccountTexts = () => useTexts('sign-in-accounts')
