import { categories } from '@atrium/contract'
import type { CategorySeed } from './term.ts'
import { positions } from './terms/positions.ts'
import { productTypes } from './terms/product-types.ts'
import { researchStages } from './terms/research-stages.ts'
import { researchTargets } from './terms/research-targets.ts'
import { researchTypes } from './terms/research-types.ts'
import { siteLevels } from './terms/site-levels.ts'
import { siteTypes } from './terms/site-types.ts'
import { studyScopes } from './terms/study-scopes.ts'
import { studyStatuses } from './terms/study-statuses.ts'
import { tenantCategories } from './terms/tenant-categories.ts'
import { therapeuticAreas } from './terms/therapeutic-areas.ts'
import { userTypes } from './terms/user-types.ts'

/** The categories of the dictionary in their order on the screen. */
export const categorySeeds: readonly CategorySeed[] = [
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
