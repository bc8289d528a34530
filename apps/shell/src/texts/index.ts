import { addTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    shell: typeof zh
  }
}

// Shares a chunk with the contract's texts, because every first page needs both.
addTexts('shell', {
  zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
})
