import type core from '../texts/zh.json'
import type { Language } from './language.ts'

/**
 * Texts of the areas by area name, typed by their Chinese files. Each area declares its own next to its calls:
 * `declare module './texts.ts' { interface AreaTexts { tenant: typeof zh } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas extend it
export interface AreaTexts {}

/** An area of the contract with its own field names and rules. */
export type Area = keyof AreaTexts

/** Texts of the contract: the shared ones, and each area's own under the area's name. */
export type ContractTexts = typeof core & AreaTexts

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** Keys of a tree of texts, nested ones as dotted paths. Plural forms share one key. */
export type KeysOf<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${Singular<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** The key of a text of the contract. */
export type TextKey = KeysOf<ContractTexts>

/** Looks up a text by its key, or by the first of several keys that exists, and fills in its placeholders. */
export type Translate = (
  key: TextKey | readonly TextKey[],
  params?: Readonly<Record<string, unknown>>,
) => string

/** Fetches a file of texts. */
type Fetch = () => Promise<{ readonly default: object }>

/** Texts in each language, fetched on demand. */
export type Texts = Readonly<Record<Language, Fetch>>

/**
 * Texts of an area. The caller that displays the area's fields passes them in: the server loads those of all areas, a
 * page only its own.
 */
export interface TextsOfArea extends Texts {
  readonly area: Area
}

type NamesIn<Texts> = { [Key in keyof Texts & string]: Texts[Key] extends string ? Key : never }[keyof Texts &
  string]

/** Name of a field that has a text in the area or among the shared texts. */
export type FieldName<Name extends Area = never> = NamesIn<AreaTexts[Name]> | keyof (typeof core)['field']

/** Checks at compile time that a text key exists, where the type would accept any string, such as a schema's message. */
export const textKey = <Key extends TextKey>(key: Key): Key => key

/** Casts a key that no type can check, such as the rule that a schema carries as its message. */
export const keyAtRunTime = (key: string): TextKey => key as TextKey

/** Returns the keys of a field's name, the area's own before the shared one. */
export const fieldKeys = (field: string, area?: Area): readonly TextKey[] =>
  [area && `${area}.${field}`, `field.${field}`].filter((key) => key !== undefined).map(keyAtRunTime)
