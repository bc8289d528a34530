import type { Language } from '@atrium/contract'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

/** What the products say, on their pages and in their answers. */
export const productTexts: Readonly<Record<Language, typeof zh>> = { zh, en }

/** Puts values into the places of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]))
