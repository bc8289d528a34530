/** The names of a country in the two languages of the product. */
export interface CountryName {
  readonly zh?: string
  readonly en?: string
}

/**
 * Names that differ from those of i18n-iso-countries: China's own regions and disputed territories as
 * GB/T 2659 and Chinese software name them, and everyday English instead of the inverted forms of ISO 3166-1.
 */
export const countryNames: Readonly<Record<string, CountryName>> = {
  CN: { en: 'China' },
  HK: { zh: '中国香港', en: 'Hong Kong, China' },
  MO: { zh: '中国澳门', en: 'Macao, China' },
  TW: { zh: '中国台湾', en: 'Taiwan, China' },
  BN: { en: 'Brunei' },
  BQ: { zh: '博奈尔、圣俄斯塔休斯和萨巴' },
  CD: { en: 'DR Congo' },
  CG: { en: 'Congo' },
  CI: { en: "Côte d'Ivoire" },
  CZ: { en: 'Czechia' },
  EH: { zh: '西撒哈拉' },
  FK: { zh: '福克兰群岛（马尔维纳斯）' },
  FM: { en: 'Micronesia' },
  GM: { en: 'Gambia' },
  ID: { zh: '印度尼西亚' },
  IR: { en: 'Iran' },
  LA: { en: 'Laos' },
  MD: { en: 'Moldova' },
  MK: { en: 'North Macedonia' },
  PS: { en: 'Palestine' },
  RE: { en: 'Réunion' },
  RU: { en: 'Russia' },
  SH: { en: 'Saint Helena, Ascension and Tristan da Cunha' },
  SY: { en: 'Syria' },
  TZ: { en: 'Tanzania' },
  VA: { en: 'Holy See' },
  VG: { en: 'British Virgin Islands' },
  VI: { en: 'U.S. Virgin Islands' },
}
