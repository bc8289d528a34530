import { type Language, languages, type Translate } from '@atrium/contract'
import en from '@atrium/contract/texts/en.json' with { type: 'json' }
import zh from '@atrium/contract/texts/zh.json' with { type: 'json' }
import { createInstance } from 'i18next'

const texts = createInstance()
await texts.init({
  resources: { zh: { translation: zh }, en: { translation: en } },
  supportedLngs: languages,
  fallbackLng: false,
  interpolation: { escapeValue: false },
})

const translators: Record<Language, Translate> = { zh: texts.getFixedT('zh'), en: texts.getFixedT('en') }

/** The contract's texts in a language. */
export const translator = (language: Language): Translate => translators[language]
