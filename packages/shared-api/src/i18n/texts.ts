import type { ContractTexts, KeysOf, Language, Texts, TextsOfArea, Translate } from '@atrium/contract'
import { createInstance } from 'i18next'
import { bidiIsolated } from './isolated.ts'
import { applyLanguage, storedLanguage, storeLanguage } from './language.ts'

/**
 * The namespaces with their texts, so that a key that does not exist is a type error. Each room adds its own:
 * `declare module '@atrium/shared-api' { interface TextNamespaces { 'sign-in': typeof zh } }`.
 */
export interface TextNamespaces {
  contract: ContractTexts
}

export type Namespace = keyof TextNamespaces

type Params = Readonly<Record<string, unknown>>

/** Looks a text of a namespace up and fills its placeholders in; `count` chooses the plural form. */
export type Text<Name extends Namespace> = (key: KeysOf<TextNamespaces[Name]>, params?: Params) => string

/** Not handed out: who sets the language or adds texts does it by the functions below. */
const i18n = createInstance()

void i18n.init({
  lng: storedLanguage(),
  // One language is fetched, not two: both are complete.
  fallbackLng: false,
  resources: {},
  initAsync: false,
  // React escapes markup; what would turn the sentence round is all that is left to escape.
  interpolation: { escape: bidiIsolated },
})
applyLanguage(storedLanguage())

export const currentLanguage = (): Language => (i18n.language === 'en' ? 'en' : 'zh')

/** @returns ends it */
export function onLanguage(changed: () => void): () => void {
  i18n.on('languageChanged', changed)
  return () => i18n.off('languageChanged', changed)
}

/** Texts that could not be fetched. */
export class TextsMissing extends Error {
  override readonly name = 'TextsMissing'
}

/** The texts that one room brings along, in the languages in which they were asked for. */
class AddedTexts {
  private readonly fetched = new Map<Language, Promise<void>>()
  private readonly states = new Map<Language, 'here' | 'failed'>()
  private readonly namespace: string
  private readonly own: Texts
  private readonly areas: readonly TextsOfArea[]

  constructor(namespace: string, own: Texts, areas: readonly TextsOfArea[]) {
    this.namespace = namespace
    this.own = own
    this.areas = areas
  }

  isHere(language: Language): boolean {
    return this.states.get(language) === 'here'
  }

  /** Fetches them once; a failure stays until the next retry. */
  fetch(language: Language): Promise<void> {
    const before = this.fetched.get(language)
    if (before) return before
    const fetching: Promise<void> & { status?: 'fulfilled' } = this.fetchFiles(language).then(
      () => {
        this.states.set(language, 'here')
        fetching.status = 'fulfilled' // by which React knows that `use` need not wait
      },
      (cause: unknown) => {
        this.states.set(language, 'failed')
        throw new TextsMissing(`The texts of ${this.namespace} could not be fetched`, { cause })
      },
    )
    fetching.catch(() => undefined) // said where they are needed
    this.fetched.set(language, fetching)
    return fetching
  }

  tryAgain(): void {
    for (const [language, state] of this.states)
      if (state === 'failed') {
        this.states.delete(language)
        this.fetched.delete(language)
      }
  }

  private async fetchFiles(language: Language): Promise<void> {
    const files = [this.own, ...this.areas].map(async (texts) => (await texts[language]()).default)
    const [own, ...ofAreas] = await Promise.all(files)
    i18n.addResourceBundle(language, this.namespace, own, true, true)
    // Two remotes may bring the same area, of two releases: what either has is there.
    for (const [index, { area }] of this.areas.entries())
      i18n.addResourceBundle(language, 'contract', { [area]: ofAreas[index] }, true, true)
  }
}

const added = new Map<string, AddedTexts>()

/**
 * Adds texts under a namespace and starts fetching them in the current language. May be called at any time, also before
 * the first page is shown.
 * @param namespace the remote's name
 * @param areas the contract's areas whose fields are shown; names shared by areas are already there
 */
export function addTexts(namespace: string, texts: Texts, areas: readonly TextsOfArea[] = []): void {
  const addition = new AddedTexts(namespace, texts, areas)
  added.set(namespace, addition)
  void addition.fetch(currentLanguage())
}

const addedAs = (namespace: string): AddedTexts => {
  const addition = added.get(namespace)
  if (!addition) throw new Error(`Nobody has added texts of ${namespace}`)
  return addition
}

/** The promise for components that show texts: the same one until the next retry. */
export const textsToShow = (namespace: Namespace): Promise<void> =>
  addedAs(namespace).fetch(currentLanguage())

/** Resolves when no texts are on their way, so that a first page is drawn at once and whole. */
export async function textsSettled(): Promise<void> {
  await Promise.allSettled([...added.values()].map((addition) => addition.fetch(currentLanguage())))
}

/**
 * Resolves when the texts of a namespace are here.
 * @throws TextsMissing if they cannot be fetched; asked again, they are fetched again
 */
export async function fetchTexts(namespace: Namespace): Promise<void> {
  const addition = addedAs(namespace)
  addition.tryAgain()
  await addition.fetch(currentLanguage())
}

/**
 * Code that was fetched late, once the texts are here that it shows: either comes with the other or not at all.
 * @throws what kept the code from coming, or TextsMissing
 */
export async function withTexts<Code>(code: Promise<Code>, ...namespaces: Namespace[]): Promise<Code> {
  const loaded = await code
  await Promise.all(namespaces.map(fetchTexts))
  return loaded
}

/** Pause between two attempts to fetch the texts that every page needs, in milliseconds. */
const pause = 3000

/** Fetches the texts that every page needs. It keeps trying, and until then the page shows its skeleton. */
export async function textsOfPage(...namespaces: Namespace[]): Promise<void> {
  for (;;) {
    const found = await Promise.all(namespaces.map(fetchTexts)).catch(() => undefined)
    if (found) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Makes the next component that shows missing texts fetch them again. Every retry calls it. */
export function retryTexts(): void {
  for (const addition of added.values()) addition.tryAgain()
}

/**
 * Switches the whole page, every remote's namespaces included, without losing what is typed.
 * @throws TextsMissing when texts cannot be fetched; the language then stays
 */
export async function setLanguage(language: Language): Promise<void> {
  retryTexts()
  // Components fetch their missing texts themselves: a remote that cannot be reached does not keep the language from
  // changing.
  const shown = [...added.values()].filter((addition) => addition.isHere(currentLanguage()))
  await Promise.all(shown.map((addition) => addition.fetch(language)))
  await i18n.changeLanguage(language)
  storeLanguage(language)
  applyLanguage(language)
}

const lookUp = (namespace: string, key: string | readonly string[], params?: Params): string =>
  String(i18n.t([key].flat(), { ...params, ns: namespace }))

/** The texts of a namespace outside of components; always in the language of the moment. */
export const textsOf =
  <Name extends Namespace>(namespace: Name): Text<Name> =>
  (key, params) =>
    lookUp(namespace, key, params)

/** The contract's texts outside of components. */
export const contractText: Translate = (key, params) => lookUp('contract', key, params)

/**
 * Returns the users' name for a remote, which they call a module; a team's own module without a text has its code as
 * name.
 */
export const moduleName = (remote: string): string => {
  const key = `remote.${remote}`
  return i18n.exists(key, { ns: 'contract' }) ? lookUp('contract', key) : remote
}

addTexts('contract', {
  zh: () =>
    import(/* webpackChunkName: "texts-zh" */ '@atrium/contract/texts/zh.json', { with: { type: 'json' } }),
  en: () =>
    import(/* webpackChunkName: "texts-en" */ '@atrium/contract/texts/en.json', { with: { type: 'json' } }),
})
