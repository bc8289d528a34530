import type { TextKey } from '@atrium/contract'
import { translator } from '../../platform/texts/translator.ts'
import { inBoth, type Words } from './source.ts'
import { type FileTexts, fileTexts } from './texts/index.ts'

/** Returns a text of the contract in both languages. */
export const contractWords = (key: TextKey): Words => inBoth((language) => translator(language)(key))

/** Returns a text of the file in both languages, with its values. */
export const fileWords = (
  textOf: (texts: FileTexts) => string,
  values: Readonly<Record<string, string>> = {},
): Words =>
  inBoth((language) =>
    textOf(fileTexts[language]).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  )
