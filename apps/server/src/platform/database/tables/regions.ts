import type { Edited, Text } from './columns.ts'

/** A country (level 1), province (2) or city (3). */
export interface AreaTable extends Edited {
  id: string
  /** Parent region; null for a country. */
  parentId: string | null
  areaName: string
  areaNameEn: Text
  areaCode: Text
  flag: Text
  sort: number
  level: 1 | 2 | 3
}
