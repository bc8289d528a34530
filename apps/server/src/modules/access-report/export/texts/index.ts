import type { Language } from '@atrium/contract'
import en from './en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** Texts that only the exports of the report show. */
export const reportTexts: Readonly<Record<Language, typeof zh>> = { zh, en }
