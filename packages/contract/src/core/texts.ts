import type core from '../texts/zh.json'
import type { Language } from './language.ts'

/**
 * The texts of the areas under the areas' names, as their Chinese files have them. Each area adds its own beside its
 * calls: `declare module './texts.ts' { interface AreaTexts { tenant: typeof zh } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface AreaTexts {}

/** An area of the contract that has names and rules of its own. */
export type Area = keyof AreaTexts

/** The contract's texts: what the areas share, and each area's own under its name. */
export type ContractTexts = typeof core & AreaTexts

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** The keys of a tree of texts, nested ones by dotted path; plural forms count as one. */
export type KeysOf<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${Singular<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** The key of a text of the contract. */
export type TextKey = KeysOf<ContractTexts>

/** Looks a text up by its key, or by the first of several keys that there is, and fills its placeholders in. */
export type Translate = (
  key: TextKey | readonly TextKey[],
  params?: Readonly<Record<string, unknown>>,
) => string

/** Fetches a file of texts. */
type Fetch = () => Promise<{ readonly default: object }>

/** Texts in each language, fetched when they are needed. */
export type Texts = Readonly<Record<Language, Fetch>>

/** An area's texts. Who shows its fields brings them along: the server has those of every area, a page does not. */
export interface TextsOfArea extends Texts {
  readonly area: Area
}

type NamesIn<Texts> = { [Key in keyof Texts & string]: Texts[Key] extends string ? Key : never }[keyof Texts &
  string]

/** A field that has a name in an area, or one that the areas share. */
export type FieldName<Name extends Area = never> = NamesIn<AreaTexts[Name]> | keyof (typeof core)['field']

/** The key of a text where any string would pass, as for the messages of a schema: one that there is not does not compile. */
export const textKey = <Key extends TextKey>(key: Key): Key => key

/** Casts a key that no type can check, such as that of a rule which a schema has as its message. */
export const keyAtRunTime = (key: string): TextKey => key as TextKey

/** The keys of a field's name: the area's own, else the one that areas share. */
export const fieldKeys = (field: string, area?: Area): readonly TextKey[] =>
  [area && `${area}.${field}`, `field.${field}`].filter((key) => key !== undefined).map(keyAtRunTime)
