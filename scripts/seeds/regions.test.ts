import { createHash } from 'node:crypto'
import { regionLevels } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { regionData } from '../../apps/server/src/modules/reference-data/regions/seed.ts'
import { regionSeed } from './regions.ts'

const regions = regionSeed()
const byId = new Map(regions.map((region) => [region.id, region]))
const ofLevel = (level: number) => regions.filter((region) => region.level === level)

describe('regions', () => {
  it('are the countries of ISO 3166-1 and the administrative divisions of China', () => {
    expect(ofLevel(regionLevels.country)).toHaveLength(249)
    expect(ofLevel(regionLevels.province)).toHaveLength(34)
    expect(ofLevel(regionLevels.city).length).toBeGreaterThan(330)
  })

  it('have unique ids and codes', () => {
    expect(byId.size).toBe(regions.length)
    expect(new Set(regions.map((region) => region.areaCode)).size).toBe(regions.length)
  })

  it('are below a region of the level above, which is listed before them', () => {
    const place = new Map(regions.map((region, index) => [region.id, index]))
    for (const [index, region] of regions.entries()) {
      if (region.level === regionLevels.country) expect(region.parentId).toBeNull()
      else {
        expect(byId.get(String(region.parentId))?.level).toBe(region.level - 1)
        expect(place.get(String(region.parentId))).toBeLessThan(index)
      }
    }
  })

  it('have a name in both languages', () => {
    for (const { areaName, areaNameEn } of regions) {
      expect(areaName).toMatch(/^[\p{Script=Han}（）、-]+$/u)
      expect(areaNameEn).toMatch(/^\p{Lu}[\p{Script=Latin} ,.()'-]+$/u)
    }
  })

  it('are numbered from 1 among their siblings, with China and its regions first', () => {
    for (const siblings of Map.groupBy(regions, (region) => region.parentId).values())
      expect(siblings.map((region) => region.sort)).toEqual(siblings.map((_, index) => index + 1))
    expect(regions.slice(0, 4).map((region) => region.areaName)).toEqual([
      '中国',
      '中国香港',
      '中国澳门',
      '中国台湾',
    ])
  })

  it('include a city for every municipality and every province of the mainland', () => {
    const parents = new Set(ofLevel(regionLevels.city).map((city) => city.parentId))
    const without = ofLevel(regionLevels.province).filter((province) => !parents.has(province.id))
    expect(without.map((province) => province.areaNameEn)).toEqual(['Taiwan', 'Hong Kong', 'Macao'])
  })

  it('are delivered again when they change: raise the version together with the digest', () => {
    const digest = createHash('sha256').update(JSON.stringify(regions)).digest('hex').slice(0, 16)
    expect({ version: regionData.version, digest }).toEqual({ version: 1, digest: 'a13d5e750a434706' })
  })
})
