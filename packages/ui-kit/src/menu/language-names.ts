import type { Language } from '@atrium/contract'

/** Name of each language in that language, so that all users recognize theirs. */
export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }

/** Abbreviation of each language, for narrow spaces. */
export const languageSigns: Readonly<Record<Language, string>> = { zh: '中', en: 'En' }
