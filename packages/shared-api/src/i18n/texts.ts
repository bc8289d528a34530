import { type Language, languages } from '@atrium/contract'

/** Fetches the texts of a namespace in one language. */
type Load = () => Promise<{ readonly default: object }>

/** The texts of a namespace, fetched for the chosen language only. */
export type Texts = Readonly<Record<Language, Load>>

const namespaces = new Map<string, Texts>()

export const registerTexts = (namespace: string, texts: Texts): void => {
  namespaces.set(namespace, texts)
}

const isLanguage = (language: string): language is Language => languages.some((known) => known === language)

/** The texts of one namespace in one language; nothing for a namespace that nobody registered. */
export async function fetchTexts(language: string, namespace: string): Promise<object> {
  const texts = namespaces.get(namespace)
  return texts && isLanguage(language) ? (await texts[language]()).default : {}
}

/** Fetches every known namespace in a language, so that a switch to it cannot end half-way. */
export async function fetchAllTexts(language: Language): Promise<void> {
  await Promise.all([...namespaces.keys()].map((namespace) => fetchTexts(language, namespace)))
}
