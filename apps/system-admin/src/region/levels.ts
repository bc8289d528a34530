import { regionChildren, regionInfo, regionLevels, regionList } from '@atrium/contract'

/** The levels of regions with the keys of their texts. */
export const levelTexts = {
  [regionLevels.country]: 'region.country',
  [regionLevels.province]: 'region.province',
  [regionLevels.city]: 'region.city',
} as const

export type Level = keyof typeof levelTexts
/** The levels below countries. */
export type LowerLevel = Exclude<Level, typeof regionLevels.country>

/** The calls that list regions, here and on other pages. */
export const regionReaders = [regionList, regionChildren, regionInfo]
