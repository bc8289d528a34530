import { changeReasonTexts, signatureTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    signature: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'signature',
  {
    zh: () => import(/* webpackChunkName: "signature-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "signature-en" */ './en.json', { with: { type: 'json' } }),
  },
  [signatureTexts, changeReasonTexts],
)

/** Returns the texts about electronic signatures. */
export const useSignatureText = () => useTexts('signature')
