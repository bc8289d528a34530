import type { Language } from '@atrium/contract'
import en from './en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** The texts in one language. */
export type FileTexts = typeof zh

/** Texts of the file. Its page shows them in both languages. */
export const fileTexts: Readonly<Record<Language, FileTexts>> = { zh, en }
