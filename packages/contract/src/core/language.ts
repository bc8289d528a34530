export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh'

/** The language that a header or stored value asks for; the default for anything unknown. */
export const languageOf = (value: unknown): Language =>
  languages.find((language) => language === value) ?? defaultLanguage
