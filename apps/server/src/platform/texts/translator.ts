import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages, type TextKey, type Translate } from '@atrium/contract'
import { createInstance } from 'i18next'

/** Folder of the contract. Each area has its texts beside its calls. */
const contract = join(dirname(fileURLToPath(import.meta.resolve('@atrium/contract/texts/zh.json'))), '..')

const readTexts = (folder: string, language: Language): object =>
  JSON.parse(readFileSync(join(folder, 'texts', `${language}.json`), 'utf8')) as object

/** Returns the area of a folder, such as `tenantUser` for `tenant-user`. */
const areaOf = (folder: string): string => folder.replace(/-(.)/g, (_, first: string) => first.toUpperCase())

const folders = readdirSync(contract).filter((folder) => existsSync(join(contract, folder, 'texts')))

/** Returns the texts that areas share, and each area's own texts under its name. */
const contractTexts = (language: Language): object => ({
  ...readTexts(contract, language),
  ...Object.fromEntries(
    folders.map((folder) => [areaOf(folder), readTexts(join(contract, folder), language)]),
  ),
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

/** A message in any language: a text of the contract, with its parameters. */
export interface Reason {
  readonly key: TextKey
  readonly params?: Record<string, unknown>
}

const translatorOf = (language: Language): Translate => {
  const t = texts.getFixedT(language)
  return (key, params) => String(t(key as string | string[], { ...params }))
}

const translators: Record<Language, Translate> = { zh: translatorOf('zh'), en: translatorOf('en') }

/** Returns the contract's texts in a language. */
export const translator = (language: Language): Translate => translators[language]
