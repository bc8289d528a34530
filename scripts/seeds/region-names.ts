/** Names of a country in the product's two languages. */
interface CountryName {
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

/**
 * Romanisations that are not pinyin, as China's gazetteer (中国地名录) and the State Council spell them,
 * written without diacritics. The keys are whole names of provinces, or names without their kind.
 */
export const officialNames: Readonly<Record<string, string>> = {
  内蒙古自治区: 'Inner Mongolia',
  广西壮族自治区: 'Guangxi',
  西藏自治区: 'Xizang',
  陕西省: 'Shaanxi',
  宁夏回族自治区: 'Ningxia',
  新疆维吾尔自治区: 'Xinjiang',
  香港特别行政区: 'Hong Kong',
  澳门特别行政区: 'Macao',

  呼和浩特: 'Hohhot',
  鄂尔多斯: 'Ordos',
  呼伦贝尔: 'Hulun Buir',
  巴彦淖尔: 'Bayannur',
  乌兰察布: 'Ulanqab',
  兴安: 'Hinggan',
  锡林郭勒: 'Xilin Gol',
  阿拉善: 'Alxa',

  哈尔滨: 'Harbin',
  齐齐哈尔: 'Qiqihar',

  甘孜: 'Garze',
  拉萨: 'Lhasa',
  日喀则: 'Xigaze',
  昌都: 'Qamdo',
  林芝: 'Nyingchi',
  那曲: 'Nagqu',
  阿里: 'Ngari',
  果洛: 'Golog',

  乌鲁木齐: 'Urumqi',
  克拉玛依: 'Karamay',
  吐鲁番: 'Turpan',
  博尔塔拉: 'Bortala',
  巴音郭楞: 'Bayingolin',
  阿克苏: 'Aksu',
  克孜勒苏: 'Kizilsu',
  喀什: 'Kashgar',
  和田: 'Hotan',
  伊犁: 'Ili',
  阿勒泰: 'Altay',
  阿拉尔: 'Aral',
  图木舒克: 'Tumxuk',
  可克达拉: 'Kokdala',
}

/** Peoples that give autonomous prefectures and counties their names, as China's statistics spell them in English. */
export const peoples: Readonly<Record<string, string>> = {
  朝鲜族: 'Korean',
  土家族: 'Tujia',
  苗族: 'Miao',
  藏族: 'Tibetan',
  羌族: 'Qiang',
  彝族: 'Yi',
  布依族: 'Buyei',
  侗族: 'Dong',
  哈尼族: 'Hani',
  壮族: 'Zhuang',
  傣族: 'Dai',
  白族: 'Bai',
  景颇族: 'Jingpo',
  傈僳族: 'Lisu',
  回族: 'Hui',
  黎族: 'Li',
  蒙古族: 'Mongol',
  蒙古: 'Mongol',
  哈萨克: 'Kazak',
  柯尔克孜: 'Kirgiz',
}
