import type { Language } from '@atrium/contract'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

/** Texts of the products' pages and responses. */
export const productTexts: Readonly<Record<Language, typeof zh>> = { zh, en }

/** Inserts values into the placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]))
