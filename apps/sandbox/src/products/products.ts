import { blinding, type Language } from '@atrium/contract'
import { bothNames as both } from './names.ts'
import type { Beginning, Named } from './records.ts'

/** Response of a product to the question for its roles. */
export type RolesStyle = 'edc' | 'rtsm' | 'ctms' | 'etmf'

/** A product that the sandbox plays. */
export interface Product {
  /** By which the suite knows it. */
  readonly appCode: string
  readonly name: Readonly<Record<Language, string>>
  readonly style: RolesStyle
  readonly beginning: Beginning
}

/** Below it each product has its page and its calls. */
export const productsPath = '/products'

/** The page of a product; its calls are below. */
export const pathOf = ({ appCode }: Product): string => `${productsPath}/${appCode.toLowerCase()}`

/** Gives names ids that count up, as a product's own tables do. */
const numbered = (from: number, names: readonly string[]): Named[] =>
  names.map((name, index) => ({ id: String(from + index), name }))

const rolesOf = (general: readonly Named[], inStudies: readonly Named[]): Beginning['roles'] => [
  ...general.map((role) => ({ ...role, isGeneral: true })),
  ...inStudies.map((role) => ({ ...role, isGeneral: false })),
]

const edc: Beginning = {
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

const rtsm: Beginning = {
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

const trial = (general: readonly Named[], inStudies: readonly Named[]): Beginning => ({
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
