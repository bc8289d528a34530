import {
  codes,
  type Language,
  type Region,
  regionChildren,
  regionDelete,
  regionInfo,
  regionLevels,
  regionList,
  regionSave,
} from '@atrium/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { deleting, nameIn, pageOf, saving } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import type { AreaTable } from '../../../platform/database/tables/regions.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { regions } from './regions.ts'

export { areaNameOf, regionIssues, regionNames } from './region-fields.ts'
export { seedRegions } from './seed.ts'

type FoundRegion = Selectable<AreaTable> & { displayName: string }
type AreaQuery = SelectQueryBuilder<Database, 'area', object>

const toRegion = ({ parentId, ...region }: FoundRegion): Region => ({ ...region, parentId: parentId ?? '' })

/** Selects all columns, in display order. */
const offered = (query: AreaQuery, language: Language) =>
  query
    .selectAll('area')
    .select(nameIn(language, 'area.areaName').as('displayName'))
    .orderBy('area.sort')
    .orderBy('area.id')

/**
 * Returns one page of the children of a region or of the regions of a level (countries by default) whose name or code
 * contains the keyword.
 */
function listRegions({ input, trx, language }: Work<typeof regionList>) {
  const { parentId, level, keyWord } = input
  let matching: AreaQuery = trx.selectFrom('area')
  if (parentId !== '') matching = matching.where('area.parentId', '=', parentId)
  if (level !== undefined || parentId === '') {
    matching = matching.where('area.level', '=', levelOf(level))
  }
  matching = matching.where(columnsContain(['area.areaName', 'area.areaNameEn', 'area.areaCode'], keyWord))
  return pageOf(trx, matching, input, (query) => offered(query, language), toRegion)
}

/** Returns the requested level; countries by default. */
const levelOf = (level: number | undefined) =>
  Object.values(regionLevels).find((known) => known === level) ?? regionLevels.country

/** Returns one region. */
async function findRegion({ input, trx, language }: Work<typeof regionInfo>): Promise<Region> {
  const region = await offered(
    trx.selectFrom('area').where('area.id', '=', input.id),
    language,
  ).executeTakeFirst()
  return region ? toRegion(region) : reject(codes.notFound)
}

/** Returns the direct children of a region. */
async function listChildren({ input, trx, language }: Work<typeof regionChildren>): Promise<Region[]> {
  const parent = await trx.selectFrom('area').select('id').where('id', '=', input.id).executeTakeFirst()
  if (!parent) reject(codes.notFound)
  const rows = await offered(trx.selectFrom('area').where('area.parentId', '=', input.id), language).execute()
  return rows.map(toRegion)
}

export const regionRoutes: readonly Route[] = [
  handle(regionList, listRegions),
  handle(regionChildren, listChildren),
  handle(regionInfo, findRegion),
  handle(regionSave, saving(regions)),
  handle(regionDelete, deleting(regions)),
]
