import type { Language } from '@atrium/contract'

/** Each language in its own words, so that everybody finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }

/** An abbreviation of each, for narrow space. */
export const languageSigns: Readonly<Record<Language, string>> = { zh: '中', en: 'En' }
