import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { countryNames } from './country-names.ts'
import type { CodedName } from './region.ts'

/** In the package, but only user-assigned in ISO 3166-1. */
const notInStandard: ReadonlySet<string> = new Set(['XK'])

/** China and its regions come before the alphabet. */
const first = ['CN', 'HK', 'MO', 'TW']

const nameIn = (names: Readonly<Record<string, string | readonly string[]>>, code: string): string => {
  const name = [names[code] ?? []].flat()[0]
  if (name === undefined) throw new Error(`No name for the country ${code}`)
  return name
}

const rank = (code: string): number => (first.includes(code) ? first.indexOf(code) : first.length)

/**
 * The countries and areas of ISO 3166-1 by their alpha-2 codes, China first, the others by English name.
 * Source: i18n-iso-countries (MIT).
 */
export const countries = (): CodedName[] =>
  Object.keys(isoCountries.getAlpha2Codes())
    .filter((code) => !notInStandard.has(code))
    .map((code) => ({
      code,
      zh: countryNames[code]?.zh ?? nameIn(chinese.countries, code),
      en: countryNames[code]?.en ?? nameIn(english.countries, code),
    }))
    .sort((a, b) => rank(a.code) - rank(b.code) || a.en.localeCompare(b.en, 'en'))
