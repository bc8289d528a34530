import type { Language } from '@atrium/contract'
import en from './en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** Texts of the provider's own pages. */
export const texts: Readonly<Record<Language, typeof zh>> = { zh, en }
