import type { ContractTexts, KeysOf, Language, Texts, TextsOfArea, Translate } from '@atrium/contract'
import { createInstance } from 'i18next'
import { bidiIsolated } from './isolated.ts'
import { applyLanguage, storedLanguage, storeLanguage } from './language.ts'

/**
 * The namespaces with their texts, so that unknown keys are type errors. Each remote adds its own: `declare module
 * '@atrium/shared-api' { interface TextNamespaces { 'sign-in': typeof zh } }`.
 */
export interface TextNamespaces {
  contract: ContractTexts
}

export type Namespace = keyof TextNamespaces

type Params = Readonly<Record<string, unknown>>

/** Looks up a text of a namespace and fills in its placeholders; `count` selects the plural form. */
export type Text<Name extends Namespace> = (key: KeysOf<TextNamespaces[Name]>, params?: Params) => string

/** Not exported: the functions below set the language and add texts. */
const i18n = createInstance()

void i18n.init({
  lng: storedLanguage(),
  // Only one language is fetched, because each is complete.
  fallbackLng: false,
  resources: {},
  initAsync: false,
  // React escapes markup; only characters that reverse the sentence need escaping here.
  interpolation: { escape: bidiIsolated },
})
applyLanguage(storedLanguage())

export const currentLanguage = (): Language => (i18n.language === 'en' ? 'en' : 'zh')

/**
 * Calls a listener after each change of language.
 * @returns a function that removes the listener
 */
export function onLanguage(changed: () => void): () => void {
  i18n.on('languageChanged', changed)
  return () => i18n.off('languageChanged', changed)
}

/** Texts that could not be fetched. */
export class TextsMissing extends Error {
  override readonly name = 'TextsMissing'
}

/** Texts that a remote has added, in the languages fetched so far. */
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

  /** Fetches the texts of a language once. A failure is kept until the next retry. */
  fetch(language: Language): Promise<void> {
    const before = this.fetched.get(language)
    if (before) return before
    const fetching: Promise<void> & { status?: 'fulfilled' } = this.fetchFiles(language).then(
      () => {
        this.states.set(language, 'here')
        fetching.status = 'fulfilled' // lets React's `use` return without waiting
      },
      (cause: unknown) => {
        this.states.set(language, 'failed')
        throw new TextsMissing(`The texts of ${this.namespace} could not be fetched`, { cause })
      },
    )
    fetching.catch(() => undefined) // reported where the texts are needed
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
    // Two remotes may add the same area from different releases: their texts are merged.
    for (const [index, { area }] of this.areas.entries())
      i18n.addResourceBundle(language, 'contract', { [area]: ofAreas[index] }, true, true)
  }
}

const added = new Map<string, AddedTexts>()

/**
 * Adds texts under a namespace and starts fetching them in the current language. May be called at any time, even
 * before the first page is shown.
 * @param namespace the remote's name
 * @param areas the contract's areas whose fields are shown; the shared names are always available
 */
export function addTexts(namespace: string, texts: Texts, areas: readonly TextsOfArea[] = []): void {
  const addition = new AddedTexts(namespace, texts, areas)
  added.set(namespace, addition)
  void addition.fetch(currentLanguage())
}

const addedAs = (namespace: string): AddedTexts => {
  const addition = added.get(namespace)
  if (!addition) throw new Error(`No texts were added for the namespace ${namespace}`)
  return addition
}

/** Returns the promise for components that show texts, which stays the same until the next retry. */
export const textsToShow = (namespace: Namespace): Promise<void> =>
  addedAs(namespace).fetch(currentLanguage())

/** Resolves when no texts are being fetched any more, so that the first page renders completely at once. */
export async function textsSettled(): Promise<void> {
  await Promise.allSettled([...added.values()].map((addition) => addition.fetch(currentLanguage())))
}

/**
 * Resolves when the texts of a namespace are available.
 * @throws TextsMissing if they cannot be fetched; the next call fetches them again
 */
export async function fetchTexts(namespace: Namespace): Promise<void> {
  const addition = addedAs(namespace)
  addition.tryAgain()
  await addition.fetch(currentLanguage())
}

/**
 * Resolves to lazily loaded code once the texts that it shows are available, too.
 * @throws the error of loading the code, or TextsMissing
 */
export async function withTexts<Code>(code: Promise<Code>, ...namespaces: Namespace[]): Promise<Code> {
  const loaded = await code
  await Promise.all(namespaces.map(fetchTexts))
  return loaded
}

/** Pause between two attempts to fetch the texts that every page needs, in milliseconds. */
const pause = 3000

/** Fetches the texts that every page needs and retries until it succeeds. Until then the page shows its skeleton. */
export async function textsOfPage(...namespaces: Namespace[]): Promise<void> {
  for (;;) {
    const found = await Promise.all(namespaces.map(fetchTexts)).catch(() => undefined)
    if (found) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Makes the next component that shows missing texts fetch them again. Every retry must call it. */
export function retryTexts(): void {
  for (const addition of added.values()) addition.tryAgain()
}

/**
 * Switches the language of the whole page, including every remote's namespaces, without losing the user's input.
 * @throws TextsMissing if texts cannot be fetched; the language then stays unchanged
 */
export async function setLanguage(language: Language): Promise<void> {
  retryTexts()
  // Components fetch their missing texts themselves, so an unreachable remote does not prevent the change of
  // language.
  const shown = [...added.values()].filter((addition) => addition.isHere(currentLanguage()))
  await Promise.all(shown.map((addition) => addition.fetch(language)))
  await i18n.changeLanguage(language)
  storeLanguage(language)
  applyLanguage(language)
}

const lookUp = (namespace: string, key: string | readonly string[], params?: Params): string =>
  String(i18n.t([key].flat(), { ...params, ns: namespace }))

/** Returns the texts of a namespace outside components, always in the current language. */
export const textsOf =
  <Name extends Namespace>(namespace: Name): Text<Name> =>
  (key, params) =>
    lookUp(namespace, key, params)

/** Looks up the contract's texts outside components. */
export const contractText: Translate = (key, params) => lookUp('contract', key, params)

/**
 * Returns the display name of a remote, which users know as a module. A team's module without a text is shown by its
 * code.
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
