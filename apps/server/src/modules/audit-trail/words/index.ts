import type { Language, Option } from '@atrium/contract'
import { ownTexts } from './texts.ts'

export { itemsOfAll } from './items.ts'
export { describeRows } from './rows.ts'
export { words } from './texts.ts'

/** Returns the kinds of things and the acts by which the trail can be filtered, each in order of its name. */
export function choices(language: Language): { entities: Option[]; calls: Option[] } {
  const { kinds, acts } = ownTexts[language]
  const { compare } = new Intl.Collator(language)
  const optionsOf = (texts: Readonly<Record<string, string>>): Option[] =>
    Object.entries(texts)
      // An empty filter means any act.
      .filter(([code]) => code !== '')
      .map(([code, desc]) => ({ code, desc }))
      .toSorted((one, other) => compare(one.desc, other.desc))
  return { entities: optionsOf(kinds), calls: optionsOf(acts) }
}
