import { authorizationStyles, softwareCodes, softwareSwitch } from '@atrium/contract'
import { deliverOnce } from '../../../platform/database/product-data.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/** Product that is part of every deployment. Its id is its web code. */
interface SeededSoftware {
  readonly webCode: string
  readonly appCode: string
  readonly softwareName: string
  readonly softwareNameEn: string
  readonly describe: string
  /** Undefined if the product does not authorize users per study. */
  readonly authorizationStyle?: number
}

/** Products of the help menu, in menu order. */
const seededSoftware: readonly SeededSoftware[] = [
  {
    webCode: softwareCodes.account,
    appCode: 'ACCOUNT',
    softwareName: '用户中心',
    softwareNameEn: 'User Centre',
    describe: '账号、租户与授权管理',
  },
  {
    webCode: softwareCodes.edc,
    appCode: 'EDC',
    authorizationStyle: authorizationStyles.edc,
    softwareName: '电子数据采集系统（EDC）',
    softwareNameEn: 'Electronic Data Capture (EDC)',
    describe: '临床试验数据的采集与管理',
  },
  {
    webCode: softwareCodes.rtsm,
    appCode: 'RTSM',
    authorizationStyle: authorizationStyles.rtsm,
    softwareName: '随机与药物供应管理系统（RTSM）',
    softwareNameEn: 'Randomisation and Trial Supply Management (RTSM)',
    describe: '受试者随机分配与研究药物供应管理',
  },
  {
    webCode: softwareCodes.ctms,
    appCode: 'CTMS',
    authorizationStyle: authorizationStyles.ctms,
    softwareName: '临床试验管理系统（CTMS）',
    softwareNameEn: 'Clinical Trial Management System (CTMS)',
    describe: '临床试验的计划、进度与监查管理',
  },
  {
    webCode: softwareCodes.etmf,
    appCode: 'ETMF',
    authorizationStyle: authorizationStyles.etmf,
    softwareName: '电子试验主文档系统（eTMF）',
    softwareNameEn: 'Electronic Trial Master File (eTMF)',
    describe: '试验主文档的归档与管理',
  },
  {
    webCode: softwareCodes.igcp,
    appCode: 'IGCP',
    softwareName: 'GCP 管理平台（IGCP）',
    softwareNameEn: 'GCP Management Platform (IGCP)',
    describe: '药物临床试验机构的管理平台',
  },
]

const { yes, no } = softwareSwitch
/** Minutes of inactivity after which a session in the product ends. */
const validityTime = 30

const toRow = ({ authorizationStyle, ...facts }: SeededSoftware, index: number) => ({
  ...facts,
  id: facts.webCode,
  validityTime,
  sort: (index + 1) * 10,
  authorizationStyle: authorizationStyle ?? null,
  isStudyAuthorization: authorizationStyle === undefined ? no : yes,
  projdbShow: authorizationStyle === undefined ? no : yes,
})

/**
 * Adds the delivered products, once; later changes by administrators are kept. They have no key until an
 * administrator enters the product's own one. Must run as the platform.
 */
export const seedSoftware = async (trx: Trx): Promise<void> => {
  await deliverOnce(trx, { name: 'software', version: 1 }, async () => {
    await trx
      .insertInto('software')
      .values(seededSoftware.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
