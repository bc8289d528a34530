import type contract from '@atrium/contract/texts/zh.json'

/**
 * The namespaces with their texts, so that a key that does not exist is a type error. Each room adds its own:
 * `declare module '@atrium/shared-api' { interface TextNamespaces { 'sign-in': typeof zh } }`.
 */
export interface TextNamespaces {
  contract: typeof contract
}

export type Namespace = keyof TextNamespaces

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

type Leaves<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${Singular<Key>}`
    : Leaves<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** The keys of a namespace, nested ones by dotted path. */
export type TextKey<Name extends Namespace> = Leaves<TextNamespaces[Name]>

/** Looks a text of a namespace up and fills its placeholders in; `count` chooses the plural form. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, params?: Record<string, unknown>) => string
