import { categories, globalTenantId } from '@atrium/contract'
import { globalEntryId } from '../../apps/server/src/modules/reference-data/dictionaries/index.ts'
import { productTypes } from './product-types.ts'
import {
  type CategorySeed,
  positions,
  researchStages,
  researchTargets,
  researchTypes,
  siteLevels,
  siteTypes,
  studyScopes,
  studyStatuses,
  type Term,
  tenantCategories,
  userTypes,
} from './terms.ts'
import { therapeuticAreas } from './therapeutic-areas.ts'

/** Categories of the dictionary in the order of the screen. */
const categorySeeds: readonly CategorySeed[] = [
  {
    code: categories.tenantCategory,
    zh: '租户类别',
    en: 'Tenant category',
    isTenant: false,
    terms: tenantCategories,
  },
  { code: categories.position, zh: '岗位', en: 'Position', isTenant: true, terms: positions },
  { code: categories.userType, zh: '用户类型', en: 'User type', isTenant: true, terms: userTypes },
  { code: categories.studyScope, zh: '研究范围', en: 'Study scope', isTenant: true, terms: studyScopes },
  { code: categories.studyStatus, zh: '研究状态', en: 'Study status', isTenant: false, terms: studyStatuses },
  {
    code: categories.productType,
    zh: '产品类型',
    en: 'Product type',
    isTenant: false,
    child: { code: '9', zh: '产品子类', en: 'Product subclass' },
    terms: productTypes,
  },
  {
    code: categories.researchType,
    zh: '研究类型',
    en: 'Research type',
    isTenant: false,
    terms: researchTypes,
  },
  {
    code: categories.researchStage,
    zh: '研究分期',
    en: 'Research stage',
    isTenant: false,
    terms: researchStages,
  },
  {
    code: categories.researchTarget,
    zh: '研究目的',
    en: 'Research objective',
    isTenant: true,
    terms: researchTargets,
  },
  { code: categories.siteLevel, zh: '中心级别', en: 'Site level', isTenant: false, terms: siteLevels },
  { code: categories.siteType, zh: '中心类型', en: 'Site type', isTenant: false, terms: siteTypes },
  {
    code: categories.therapeuticArea,
    zh: '治疗领域',
    en: 'Therapeutic area',
    isTenant: false,
    child: { code: '17', zh: '疾病领域', en: 'Disease area' },
    terms: therapeuticAreas,
  },
]

/** Row of a category. */
interface CategoryRow {
  readonly code: string
  readonly categoryName: string
  readonly categoryNameEn: string
  readonly isTenant: boolean
  readonly childCode: string
  readonly isParent: boolean
  readonly sort: number
}

/** Row of a global entry. */
interface EntryRow {
  readonly tenantId: string
  readonly id: string
  readonly categoryId: string
  readonly dicName: string
  readonly dicNameEn: string
  readonly dicCode: string
  readonly abb: string
  readonly sort: number
  readonly parentId: string | null
  readonly childCode: string
}

const entryRow = (
  categoryId: string,
  term: Term,
  index: number,
  place: { parentId: string | null; childCode: string },
): EntryRow => ({
  tenantId: globalTenantId,
  id: globalEntryId(categoryId, term.code),
  categoryId,
  dicName: term.zh,
  dicNameEn: term.en,
  dicCode: term.code,
  abb: term.abb ?? '',
  sort: index + 1,
  ...place,
})

/** Returns the categories of the dictionary; a child category follows its parent. */
export const categoryRows = (): CategoryRow[] =>
  categorySeeds.flatMap(({ code, zh, en, isTenant, child }) => [
    {
      code,
      categoryName: zh,
      categoryNameEn: en,
      isTenant,
      childCode: child?.code ?? '',
      isParent: child !== undefined,
      sort: Number(code),
    },
    ...(child
      ? [
          {
            code: child.code,
            categoryName: child.zh,
            categoryNameEn: child.en,
            isTenant,
            childCode: '',
            isParent: false,
            sort: Number(child.code),
          },
        ]
      : []),
  ])

const topEntryRows = (): EntryRow[] =>
  categorySeeds.flatMap(({ code, child, terms }) =>
    terms.map((term, index) => entryRow(code, term, index, { parentId: null, childCode: child?.code ?? '' })),
  )

const childrenOf = ({ code, child, terms }: CategorySeed): EntryRow[] =>
  terms.flatMap((parent) =>
    (parent.children ?? []).map((term, index) =>
      entryRow(child?.code ?? code, term, index, {
        parentId: globalEntryId(code, parent.code),
        childCode: '',
      }),
    ),
  )

/**
 * Returns the global entries: first those at the top of their category, then product subclasses and disease areas
 * below them.
 */
export const entryRows = (): EntryRow[] => [...topEntryRows(), ...categorySeeds.flatMap(childrenOf)]
