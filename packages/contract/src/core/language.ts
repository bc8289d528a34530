export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh'

/** Returns the language that a header or stored value names; the default for unknown ones. */
export const languageOf = (value: unknown): Language =>
  languages.find((language) => language === value) ?? defaultLanguage
