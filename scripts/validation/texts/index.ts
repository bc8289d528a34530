import type { Language } from '@atrium/contract'
import en from './en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

export const packTexts: Readonly<Record<Language, typeof zh>> = { zh, en }

/** Puts values into the placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_blank, name: string) => String(values[name] ?? ''))
