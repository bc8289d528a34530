import { type Language, languages } from '@atrium/contract'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

export const texts: Readonly<Record<Language, typeof zh>> = { zh, en }

/** Returns the language that the address requests, else the browser's, else Chinese. */
export const pageLanguage = (asked: string | undefined, accepted = ''): Language =>
  languages.find((language) => language === asked) ?? (/^en\b/i.test(accepted) ? 'en' : 'zh')
