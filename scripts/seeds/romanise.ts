import { pinyin } from 'pinyin-pro'
import { officialNames, peoples } from './region-names.ts'

/** English forms of the kinds of administrative divisions, longest ending first; a plain city or province drops it. */
const kinds: readonly (readonly [ending: string, en: string])[] = [
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['地区', 'Prefecture'],
  ['林区', 'Forestry District'],
  ['盟', 'League'],
  ['县', 'County'],
  ['省', ''],
  ['市', ''],
]

/**
 * Returns pinyin without tones as one word (GB/T 28039, GB/T 16159). An apostrophe precedes a syllable that begins
 * with a vowel, as in Xi'an.
 */
export const pinyinWord = (zh: string): string => {
  const syllables = pinyin(zh, { toneType: 'none', type: 'array' })
  const word = syllables.map((part, index) => (index > 0 && /^[aeo]/.test(part) ? `'${part}` : part)).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Removes the peoples from the end of a name: 海西蒙古族藏族 is 海西 of the Mongol and Tibetan peoples. */
const withoutPeoples = (name: string): { stem: string; people: string[] } => {
  const last = Object.entries(peoples).find(([zh]) => name.length > zh.length && name.endsWith(zh))
  if (!last) return { stem: name, people: [] }
  const rest = withoutPeoples(name.slice(0, -last[0].length))
  return { stem: rest.stem, people: [...rest.people, last[1]] }
}

const romanised = (name: string): string => officialNames[name] ?? pinyinWord(name)

/**
 * Returns the English name of a Chinese administrative division.
 * @param name full Chinese name, such as 石家庄市 or 延边朝鲜族自治州
 * @returns 'Shijiazhuang', 'Yanbian Korean Autonomous Prefecture'
 */
export const romanise = (name: string): string => {
  const official = officialNames[name]
  if (official) return official
  const kind = kinds.find(([ending]) => name.endsWith(ending))
  if (!kind) return pinyinWord(name)
  const [ending, en] = kind
  const base = name.slice(0, -ending.length)
  const { stem, people } = ending.startsWith('自治') ? withoutPeoples(base) : { stem: base, people: [] }
  return [romanised(stem), people.join(' and '), en].filter(Boolean).join(' ')
}
