import { regionLevels } from '@atrium/contract'
import { cities, provinces } from './china.ts'
import { countries } from './countries.ts'
import type { CodedName, RegionSeed } from './region.ts'

const china = 'CN'

const placed = (names: readonly CodedName[], parentId: string, level: RegionSeed['level']): RegionSeed[] =>
  names.map(({ code, zh, en }, index) => ({
    id: code,
    parentId,
    areaName: zh,
    areaNameEn: en,
    areaCode: code,
    sort: index + 1,
    level,
  }))

/** Every country, and China's provinces and cities, parents before their children. */
export const regionSeed = (): RegionSeed[] => {
  const byProvince = Map.groupBy(cities(), (city) => city.province)
  return [
    ...placed(countries(), '', regionLevels.country),
    ...placed(provinces(), china, regionLevels.province),
    ...[...byProvince].flatMap(([province, list]) => placed(list, province, regionLevels.city)),
  ]
}
