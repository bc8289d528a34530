import type { regionLevels } from '@atrium/contract'

/** A region as the product delivers it. */
export interface RegionSeed {
  /** ISO 3166-1 alpha-2 for a country, the six digits of GB/T 2260 below China. */
  readonly id: string
  /** '' for a country. */
  readonly parentId: string
  readonly areaName: string
  readonly areaNameEn: string
  readonly areaCode: string
  /** Position among its siblings, from 1. */
  readonly sort: number
  readonly level: (typeof regionLevels)[keyof typeof regionLevels]
}

/** A name and its code, before it has a place in the tree. */
export interface CodedName {
  readonly code: string
  readonly zh: string
  readonly en: string
}
