import { categories } from '@atrium/contract'

/** An entry of the tenant's own dictionary. */
interface DemoTerm {
  readonly categoryId: string
  readonly code: string
  readonly zh: string
  readonly en: string
}

/** Somebody who can sign in, by password or by SMS. */
export interface DemoPerson {
  readonly fullName: string
  readonly fullNameEn: string
  readonly userName: string
  readonly email: string
  readonly phone: string
  /** Code of a global entry among the user types. */
  readonly userType: string
  /** Code of a global entry among the positions. */
  readonly position: string
}

/** A tenant of the demonstration data with what belongs to it. */
export interface DemoTenant {
  /** Makes its code and its e-mail domain. */
  readonly key: string
  readonly tenantName: string
  readonly abbr: string
  /** Code of a global entry among the tenant categories. */
  readonly category: string
  readonly contact: string
  readonly tel: string
  readonly postcode: string
  readonly provinceId: string
  readonly cityId: string
  readonly address: string
  readonly administrator: DemoPerson
  /** Those who work there and administer nothing. */
  readonly members: readonly DemoPerson[]
  readonly terms: readonly DemoTerm[]
}

export const emailOf = (tenant: DemoTenant): string => `admin@${tenant.key}.example`

/** The phone with which a newcomer can try to sign in by SMS. */
export const demoPhone = '051200000021'

/**
 * Invented organisations and people. Their e-mail addresses end in `.example`, which nobody can own (RFC 2606), and no
 * subscriber's number begins with the 0 that follows their area codes.
 */
export const demoTenants: readonly DemoTenant[] = [
  {
    key: 'lumingxi',
    tenantName: '鹿鸣溪生物医药（苏州）有限公司',
    abbr: 'Lumingxi Biopharma',
    category: 'SPONSOR',
    contact: '苏映禾',
    tel: '051200000001',
    postcode: '215000',
    provinceId: '320000',
    cityId: '320500',
    address: '工业园区示例路 18 号',
    administrator: {
      fullName: '鹿鸣溪管理员',
      fullNameEn: 'Lumingxi administrator',
      userName: 'lumingxi.admin',
      email: 'admin@lumingxi.example',
      phone: '051200000011',
      userType: 'SPONSOR',
      position: 'PM',
    },
    members: [
      {
        fullName: '江予安',
        fullNameEn: 'Jiang Yuan',
        userName: 'lumingxi.cra',
        email: 'cra@lumingxi.example',
        phone: demoPhone,
        userType: 'SPONSOR',
        position: 'CRA',
      },
      {
        fullName: '程以宁',
        fullNameEn: 'Cheng Yining',
        userName: 'lumingxi.supply',
        email: 'supply@lumingxi.example',
        phone: '051200000022',
        userType: 'SPONSOR',
        position: 'SCM',
      },
    ],
    terms: [
      {
        categoryId: categories.position,
        code: 'CLINICAL-LEAD',
        zh: '临床开发负责人',
        en: 'Clinical development lead',
      },
      {
        categoryId: categories.position,
        code: 'CLIN-PHARM',
        zh: '临床药理师',
        en: 'Clinical pharmacologist',
      },
      {
        categoryId: categories.researchTarget,
        code: 'BIOMARKER',
        zh: '生物标志物探索',
        en: 'Biomarker exploration',
      },
    ],
  },
  {
    key: 'hengxulan',
    tenantName: '衡序澜临床研究（上海）有限公司',
    abbr: 'Hengxulan Clinical Research',
    category: 'CRO',
    contact: '陆闻笙',
    tel: '02100000002',
    postcode: '200000',
    provinceId: '310000',
    cityId: '310100',
    address: '浦东新区示例大道 66 号',
    administrator: {
      fullName: '衡序澜管理员',
      fullNameEn: 'Hengxulan administrator',
      userName: 'hengxulan.admin',
      email: 'admin@hengxulan.example',
      phone: '02100000012',
      userType: 'CRO',
      position: 'PM',
    },
    members: [],
    terms: [
      { categoryId: categories.position, code: 'SSU', zh: '中心启动专员', en: 'Study start-up specialist' },
      { categoryId: categories.position, code: 'CRA-LM', zh: '监查团队经理', en: 'CRA line manager' },
      { categoryId: categories.userType, code: 'CONTRACTOR', zh: '外聘人员', en: 'Contractor' },
    ],
  },
  {
    key: 'qingyulan',
    tenantName: '青屿岚医疗科技（深圳）有限公司',
    abbr: 'Qingyulan Medtech',
    category: 'SPONSOR',
    contact: '温予棠',
    tel: '075500000003',
    postcode: '518000',
    provinceId: '440000',
    cityId: '440300',
    address: '南山区示例科技园 3 栋',
    administrator: {
      fullName: '青屿岚管理员',
      fullNameEn: 'Qingyulan administrator',
      userName: 'qingyulan.admin',
      email: 'admin@qingyulan.example',
      phone: '075500000013',
      userType: 'SPONSOR',
      position: 'PM',
    },
    members: [],
    terms: [
      { categoryId: categories.position, code: 'DEVICE-ENG', zh: '器械工程师', en: 'Device engineer' },
      {
        categoryId: categories.researchTarget,
        code: 'USABILITY',
        zh: '可用性评价',
        en: 'Usability evaluation',
      },
      {
        categoryId: categories.studyScope,
        code: 'PILOT',
        zh: '单臂探索性试验',
        en: 'Single-arm pilot study',
      },
    ],
  },
]
