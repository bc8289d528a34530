import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages, type Translate } from '@atrium/contract'
import { createInstance } from 'i18next'

/** The folder of the contract, in which each area has its texts beside its calls. */
const contract = join(dirname(fileURLToPath(import.meta.resolve('@atrium/contract/texts/zh.json'))), '..')

const readTexts = (folder: string, language: Language): object =>
  JSON.parse(readFileSync(join(folder, 'texts', `${language}.json`), 'utf8')) as object

const areas = readdirSync(contract).filter((folder) => existsSync(join(contract, folder, 'texts')))

/** What the areas share, and each area's own under its name. */
const contractTexts = (language: Language): object => ({
  ...readTexts(contract, language),
  ...Object.fromEntries(areas.map((area) => [area, readTexts(join(contract, area), language)])),
})

const texts = createInstance()
await texts.init({
  resources: Object.fromEntries(
    languages.map((language) => [language, { translation: contractTexts(language) }]),
  ),
  supportedLngs: languages,
  fallbackLng: false,
  interpolation: { escapeValue: false },
})

const translatorOf = (language: Language): Translate => {
  const t = texts.getFixedT(language)
  return (key, params) => String(t(key as string | string[], { ...params }))
}

const translators: Record<Language, Translate> = { zh: translatorOf('zh'), en: translatorOf('en') }

/** The contract's texts in a language. */
export const translator = (language: Language): Translate => translators[language]
