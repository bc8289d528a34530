import { type Language, languages } from '@atrium/contract'
import { createInstance } from 'i18next'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

const texts = createInstance()
await texts.init({
  resources: { zh: { translation: zh }, en: { translation: en } },
  supportedLngs: languages,
  fallbackLng: false,
  // Whatever becomes HTML is escaped there, as a whole.
  interpolation: { escapeValue: false },
})

/** The texts of messages in a language; '' where a template has no such part. */
export const textsIn = (language: Language) => {
  const t = texts.getFixedT(language)
  return (key: string, values: Readonly<Record<string, string>> = {}): string =>
    texts.exists(key, { lng: language }) ? t(key, values) : ''
}
