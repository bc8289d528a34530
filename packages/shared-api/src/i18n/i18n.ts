import type { Language } from '@atrium/contract'
import { type BackendModule, createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolated } from './isolated.ts'
import { applyLanguage, storedLanguage, storeLanguage } from './language.ts'
import { fetchAllTexts, fetchTexts, registerTexts, type Texts } from './texts.ts'
import type { Namespace, Text } from './types.ts'

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    fetchTexts(language, namespace).then(
      (texts) => done(null, texts as Record<string, unknown>),
      (error: Error) => done(error, null),
    )
  },
}

/** Not handed out: who sets the language or adds texts does it by the functions below. */
const i18n = createInstance()

void i18n
  .use(initReactI18next)
  .use(backend)
  .init({
    lng: storedLanguage(),
    // One language is fetched, not two: both are complete.
    fallbackLng: false,
    load: 'currentOnly',
    ns: [],
    defaultNS: 'contract',
    initAsync: false,
    // React escapes markup; what would turn the sentence round is all that is left to escape.
    interpolation: { escape: isolated },
  })
applyLanguage(storedLanguage())

const pending = new Set<Promise<void>>()

/**
 * Adds texts under a namespace and starts fetching them in the present language.
 * May be called at any time, before the first page is shown included.
 * @param namespace the remote's name
 */
export function addTexts(namespace: string, texts: Texts): void {
  registerTexts(namespace, texts)
  const loading = i18n.loadNamespaces(namespace).finally(() => pending.delete(loading))
  pending.add(loading)
}

/** Resolves when all texts added so far are there, so that a first page is drawn at once and whole. */
export async function textsReady(): Promise<void> {
  await Promise.all(pending)
}

/** A text by a key that is known at run time only. */
export const translate = (namespace: string, key: string, params?: Record<string, unknown>): string =>
  String(i18n.t(key, { ...params, ns: namespace }))

/** The texts of a namespace outside of components; always in the language of the moment. */
export const textsOf =
  <Name extends Namespace>(namespace: Name): Text<Name> =>
  (key, params) =>
    translate(namespace, key, params)

export const currentLanguage = (): Language => (i18n.language === 'en' ? 'en' : 'zh')

/**
 * Switches the whole page, every remote's namespaces included, without losing what is typed.
 * @throws when texts cannot be fetched; the language then stays
 */
export async function setLanguage(language: Language): Promise<void> {
  await fetchAllTexts(language)
  await i18n.changeLanguage(language)
  storeLanguage(language)
  applyLanguage(language)
}
