import { regionChildren, regionInfo, regionLevels, regionList } from '@atrium/contract'

/** The levels of regions, each with the place of its texts. */
export const levelTexts = {
  [regionLevels.country]: 'region.country',
  [regionLevels.province]: 'region.province',
  [regionLevels.city]: 'region.city',
} as const

export type Level = keyof typeof levelTexts
/** Of regions that lie below others. */
export type LowerLevel = Exclude<Level, typeof regionLevels.country>

/** What shows regions, here and on other pages. */
export const regionReaders = [regionList, regionChildren, regionInfo]
