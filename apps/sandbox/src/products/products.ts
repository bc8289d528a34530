import { blinding, type Language } from '@atrium/contract'
import { bothNames as both } from './names.ts'
import type { InitialRecords, Named } from './records.ts'

/** Format in which a product lists its roles. */
export type RolesStyle = 'edc' | 'rtsm' | 'ctms' | 'etmf'

/** A product that the sandbox imitates. */
export interface Product {
  /** Code by which the suite identifies the product. */
  readonly appCode: string
  readonly name: Readonly<Record<Language, string>>
  readonly style: RolesStyle
  readonly beginning: InitialRecords
}

/** Base path of the products' pages and calls. */
export const productsPath = '/products'

/** Returns the path of a product's page. Its calls are below this path. */
export const pathOf = ({ appCode }: Product): string => `${productsPath}/${appCode.toLowerCase()}`

/** Assigns consecutive ids to names, as in a product's own tables. */
const numbered = (from: number, names: readonly string[]): Named[] =>
  names.map((name, index) => ({ id: String(from + index), name }))

const rolesOf = (general: readonly Named[], inStudies: readonly Named[]): InitialRecords['roles'] => [
  ...general.map((role) => ({ ...role, isGeneral: true })),
  ...inStudies.map((role) => ({ ...role, isGeneral: false })),
]

const edc: InitialRecords = {
  roles: rolesOf(
    numbered(1, [
      both('普通用户', 'Standard user'),
      both('eCRF 设计师', 'eCRF designer'),
      both('医学编码员', 'Medical coder'),
      both('系统管理员', 'System administrator'),
    ]),
    numbered(21, [
      both('主要研究者（PI）', 'Principal investigator (PI)'),
      both('研究者（Sub-I）', 'Sub-investigator'),
      both('临床研究协调员（CRC）', 'Clinical research coordinator (CRC)'),
      both('临床监查员（CRA）', 'Clinical research associate (CRA)'),
      both('数据管理员（DM）', 'Data manager (DM)'),
      both('医学监查员（MM）', 'Medical monitor (MM)'),
      both('统计师', 'Biostatistician'),
      'QA',
    ]),
  ),
  environments: numbered(1, [both('正式环境', 'Production'), both('培训环境', 'Training'), 'UAT']),
  storeHouses: [],
}

/** RTSM states whether these roles are blinded. All others may be granted either way. */
const blindingOfRoles: Readonly<Record<string, 0 | 1>> = {
  304: blinding.blinded,
  305: blinding.unblinded,
  307: blinding.unblinded,
}

const rtsm: InitialRecords = {
  roles: rolesOf(
    [],
    numbered(301, [
      both('研究者', 'Investigator'),
      both('临床研究协调员（CRC）', 'Clinical research coordinator (CRC)'),
      both('临床监查员（CRA）', 'Clinical research associate (CRA)'),
      both('中心药物管理员（盲态）', 'Site pharmacist (blinded)'),
      both('药物管理员（非盲）', 'Supply manager (unblinded)'),
      both('项目经理', 'Project manager'),
      both('非盲统计师', 'Unblinded statistician'),
    ]),
  ).map((role) => ({ ...role, isBlind: blindingOfRoles[role.id] })),
  environments: [],
  storeHouses: numbered(41, [
    both('上海中心仓库', 'Shanghai central depot'),
    both('北京分仓', 'Beijing depot'),
    both('广州分仓', 'Guangzhou depot'),
    'Singapore depot',
  ]),
}

const trial = (general: readonly Named[], inStudies: readonly Named[]): InitialRecords => ({
  roles: rolesOf(general, inStudies),
  environments: [],
  storeHouses: [],
})

const ctms = trial(
  [
    { id: 'T-ADMIN', name: both('租户管理员', 'Tenant administrator') },
    { id: 'T-DIRECTOR', name: both('临床运营总监', 'Head of clinical operations') },
    { id: 'T-MEMBER', name: both('普通成员', 'Member') },
  ],
  [
    { id: 'S-PM', name: both('项目经理（PM）', 'Project manager (PM)') },
    { id: 'S-CRA', name: both('临床监查员（CRA）', 'Clinical research associate (CRA)') },
    { id: 'S-CTA', name: both('临床试验助理（CTA）', 'Clinical trial assistant (CTA)') },
    { id: 'S-SSU', name: both('中心启动专员（SSU）', 'Site start-up specialist (SSU)') },
    { id: 'S-FINANCE', name: both('项目财务', 'Study finance') },
    { id: 'S-QA', name: 'QA' },
  ],
)

const etmf = trial(
  [
    { id: '1', name: both('TMF 管理员', 'TMF administrator') },
    { id: '2', name: both('质量保证', 'Quality assurance') },
    { id: '3', name: both('普通成员', 'Member') },
  ],
  [
    { id: '11', name: both('TMF 负责人', 'TMF lead') },
    { id: '12', name: both('文件上传人', 'Document contributor') },
    { id: '13', name: both('文件审核人', 'Document reviewer') },
    { id: '14', name: both('稽查员（只读）', 'Inspector (read only)') },
  ],
)

export const products: readonly Product[] = [
  {
    appCode: 'EDC',
    name: { zh: '电子数据采集系统', en: 'Electronic Data Capture' },
    style: 'edc',
    beginning: edc,
  },
  {
    appCode: 'RTSM',
    name: { zh: '随机与药物供应管理系统', en: 'Randomisation and Trial Supply Management' },
    style: 'rtsm',
    beginning: rtsm,
  },
  {
    appCode: 'CTMS',
    name: { zh: '临床试验管理系统', en: 'Clinical Trial Management System' },
    style: 'ctms',
    beginning: ctms,
  },
  {
    appCode: 'ETMF',
    name: { zh: '电子试验主文档系统', en: 'Electronic Trial Master File' },
    style: 'etmf',
    beginning: etmf,
  },
]
