/** A delivered term of the dictionary. */
export interface Term {
  /** Never changes, because ids are derived from it. */
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Usual abbreviation in the field. */
  readonly abb?: string
  /** Terms of the category's child category. */
  readonly children?: readonly Term[]
}

/** A category of the dictionary with its terms. */
export interface CategorySeed {
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Whether tenants may add their own entries. */
  readonly isTenant: boolean
  /** Category for the children of the terms. */
  readonly child?: { readonly code: string; readonly zh: string; readonly en: string }
  readonly terms: readonly Term[]
}

/** Kinds of organisations that tenants are. */
export const tenantCategories: readonly Term[] = [
  { code: 'SPONSOR', zh: '申办方', en: 'Sponsor' },
  { code: 'CRO', zh: '合同研究组织', en: 'Contract research organisation', abb: 'CRO' },
  { code: 'SMO', zh: '临床试验现场管理组织', en: 'Site management organisation', abb: 'SMO' },
  { code: 'SITE', zh: '临床试验机构', en: 'Clinical trial institution' },
  { code: 'DMS', zh: '数据管理与统计服务商', en: 'Data management and statistics provider' },
  { code: 'LAB', zh: '中心实验室', en: 'Central laboratory' },
  { code: 'IMAGING', zh: '独立影像评估机构', en: 'Independent imaging reader' },
  { code: 'ACADEMIC', zh: '学术研究机构', en: 'Academic research organisation', abb: 'ARO' },
]

/** Roles of people in a study (ICH E6 and the usual roles of sponsors, CROs, SMOs and sites). */
export const positions: readonly Term[] = [
  { code: 'PI', zh: '主要研究者', en: 'Principal investigator', abb: 'PI' },
  { code: 'SUBI', zh: '助理研究者', en: 'Sub-investigator', abb: 'Sub-I' },
  { code: 'CRC', zh: '临床研究协调员', en: 'Clinical research coordinator', abb: 'CRC' },
  { code: 'SN', zh: '研究护士', en: 'Study nurse' },
  { code: 'PHARM', zh: '试验药物管理员', en: 'Investigational product pharmacist' },
  { code: 'PM', zh: '项目经理', en: 'Project manager', abb: 'PM' },
  { code: 'CRA', zh: '临床监查员', en: 'Clinical research associate', abb: 'CRA' },
  { code: 'CTA', zh: '临床试验助理', en: 'Clinical trial assistant', abb: 'CTA' },
  { code: 'MM', zh: '医学经理', en: 'Medical manager' },
  { code: 'MMON', zh: '医学监查员', en: 'Medical monitor' },
  { code: 'DM', zh: '数据管理员', en: 'Data manager', abb: 'DM' },
  { code: 'CODER', zh: '医学编码员', en: 'Medical coder' },
  { code: 'STAT', zh: '生物统计师', en: 'Biostatistician' },
  { code: 'SP', zh: '统计程序员', en: 'Statistical programmer' },
  { code: 'PV', zh: '药物警戒专员', en: 'Pharmacovigilance specialist', abb: 'PV' },
  { code: 'RA', zh: '注册事务专员', en: 'Regulatory affairs specialist', abb: 'RA' },
  { code: 'QA', zh: '质量保证专员', en: 'Quality assurance specialist', abb: 'QA' },
  { code: 'AUDITOR', zh: '稽查员', en: 'Auditor' },
  { code: 'MW', zh: '医学撰写', en: 'Medical writer', abb: 'MW' },
  { code: 'SCM', zh: '试验用品供应管理员', en: 'Clinical supplies manager' },
  { code: 'TMF', zh: '试验主文档管理员', en: 'Trial master file specialist' },
  { code: 'UNBLIND', zh: '非盲人员', en: 'Unblinded staff' },
]

/** Sides of a study on which users work. */
export const userTypes: readonly Term[] = [
  { code: 'SPONSOR', zh: '申办方人员', en: 'Sponsor staff' },
  { code: 'CRO', zh: 'CRO人员', en: 'CRO staff' },
  { code: 'SMO', zh: 'SMO人员', en: 'SMO staff' },
  { code: 'SITE', zh: '研究中心人员', en: 'Site staff' },
  { code: 'VENDOR', zh: '第三方供应商人员', en: 'Vendor staff' },
  { code: 'EC', zh: '伦理委员会人员', en: 'Ethics committee member' },
  { code: 'DMC', zh: '数据监查委员会成员', en: 'Data monitoring committee member', abb: 'DMC' },
  { code: 'INSPECTOR', zh: '监管检查人员', en: 'Regulatory inspector' },
]

/** Geographical scopes of studies, in the classes of the Chinese registration platform for drug trials. */
export const studyScopes: readonly Term[] = [
  { code: 'CN-SINGLE', zh: '国内单中心', en: 'Single site in China' },
  { code: 'CN-MULTI', zh: '国内多中心', en: 'Multi-site in China' },
  { code: 'MRCT', zh: '国际多中心', en: 'Multi-regional clinical trial', abb: 'MRCT' },
  { code: 'OVERSEAS', zh: '境外研究', en: 'Outside China only' },
]

/** States of a study's progress. */
export const studyStatuses: readonly Term[] = [
  { code: 'PLANNING', zh: '筹备中', en: 'In planning' },
  { code: 'ETHICS', zh: '伦理审查中', en: 'In ethics review' },
  { code: 'NOT-RECRUITING', zh: '尚未招募', en: 'Not yet recruiting' },
  { code: 'RECRUITING', zh: '招募中', en: 'Recruiting' },
  { code: 'ENROLLED', zh: '入组完成', en: 'Enrolment complete' },
  { code: 'FOLLOW-UP', zh: '随访中', en: 'In follow-up' },
  { code: 'LOCKED', zh: '数据库已锁定', en: 'Database locked' },
  { code: 'COMPLETED', zh: '已完成', en: 'Completed' },
  { code: 'SUSPENDED', zh: '已暂停', en: 'Suspended' },
  { code: 'TERMINATED', zh: '已终止', en: 'Terminated' },
  { code: 'WITHDRAWN', zh: '已撤回', en: 'Withdrawn' },
]

/** Kinds of studies. */
export const researchTypes: readonly Term[] = [
  { code: 'REGISTRATION', zh: '注册类临床试验', en: 'Registrational trial' },
  { code: 'IIT', zh: '研究者发起的临床研究', en: 'Investigator-initiated trial', abb: 'IIT' },
  { code: 'INTERVENTIONAL', zh: '干预性研究', en: 'Interventional study' },
  { code: 'OBSERVATIONAL', zh: '观察性研究', en: 'Observational study' },
  { code: 'COHORT', zh: '队列研究', en: 'Cohort study' },
  { code: 'CASE-CONTROL', zh: '病例对照研究', en: 'Case–control study' },
  { code: 'CROSS-SECTIONAL', zh: '横断面研究', en: 'Cross-sectional study' },
  { code: 'REGISTRY', zh: '登记研究', en: 'Registry study' },
  { code: 'PMS', zh: '上市后研究', en: 'Post-marketing study' },
  { code: 'DIAGNOSTIC', zh: '诊断试验', en: 'Diagnostic test study' },
  { code: 'EAP', zh: '拓展性同情使用', en: 'Expanded access', abb: 'EAP' },
]

/** Phases of clinical development. */
export const researchStages: readonly Term[] = [
  { code: 'P0', zh: '0期', en: 'Phase 0' },
  { code: 'P1', zh: 'I期', en: 'Phase I' },
  { code: 'P1-2', zh: 'I/II期', en: 'Phase I/II' },
  { code: 'P2', zh: 'II期', en: 'Phase II' },
  { code: 'P2-3', zh: 'II/III期', en: 'Phase II/III' },
  { code: 'P3', zh: 'III期', en: 'Phase III' },
  { code: 'P4', zh: 'IV期', en: 'Phase IV' },
  { code: 'BE', zh: '生物等效性试验', en: 'Bioequivalence study', abb: 'BE' },
  { code: 'RWS', zh: '真实世界研究', en: 'Real-world study', abb: 'RWS' },
  { code: 'NA', zh: '不适用', en: 'Not applicable' },
]

/** Objectives of studies, after the classes of the Chinese registration platform for drug trials. */
export const researchTargets: readonly Term[] = [
  { code: 'SAFETY', zh: '安全性', en: 'Safety' },
  { code: 'EFFICACY', zh: '有效性', en: 'Efficacy' },
  { code: 'SAFETY-EFFICACY', zh: '安全性和有效性', en: 'Safety and efficacy' },
  { code: 'PKPD', zh: '药代动力学/药效动力学', en: 'Pharmacokinetics/pharmacodynamics', abb: 'PK/PD' },
  { code: 'DOSE', zh: '剂量探索', en: 'Dose finding' },
  { code: 'BE', zh: '生物等效性', en: 'Bioequivalence', abb: 'BE' },
  { code: 'IMMUNOGENICITY', zh: '免疫原性', en: 'Immunogenicity' },
  { code: 'DDI', zh: '药物相互作用', en: 'Drug–drug interaction', abb: 'DDI' },
  { code: 'QOL', zh: '生活质量', en: 'Quality of life', abb: 'QoL' },
  { code: 'HEOR', zh: '卫生经济学', en: 'Health economics' },
]

/** Grades of hospitals in China. */
export const siteLevels: readonly Term[] = [
  { code: '3A', zh: '三级甲等', en: 'Grade III, class A' },
  { code: '3B', zh: '三级乙等', en: 'Grade III, class B' },
  { code: '3C', zh: '三级丙等', en: 'Grade III, class C' },
  { code: '2A', zh: '二级甲等', en: 'Grade II, class A' },
  { code: '2B', zh: '二级乙等', en: 'Grade II, class B' },
  { code: '2C', zh: '二级丙等', en: 'Grade II, class C' },
  { code: '1', zh: '一级', en: 'Grade I' },
  { code: 'NONE', zh: '未定级', en: 'Not graded' },
  { code: 'OVERSEAS', zh: '境外机构', en: 'Institution outside China' },
]

/** Kinds of institutions that run trials. */
export const siteTypes: readonly Term[] = [
  { code: 'GENERAL', zh: '综合医院', en: 'General hospital' },
  { code: 'SPECIALISED', zh: '专科医院', en: 'Specialised hospital' },
  { code: 'TCM', zh: '中医医院', en: 'Hospital of traditional Chinese medicine' },
  { code: 'INTEGRATED', zh: '中西医结合医院', en: 'Hospital of integrated medicine' },
  { code: 'ETHNIC', zh: '民族医医院', en: 'Hospital of ethnic medicine' },
  { code: 'MCH', zh: '妇幼保健院', en: 'Maternal and child health hospital' },
  { code: 'PHASE1', zh: 'I期临床试验中心', en: 'Phase I clinical trial unit' },
  { code: 'CDC', zh: '疾病预防控制中心', en: 'Centre for disease control and prevention', abb: 'CDC' },
  { code: 'COMMUNITY', zh: '社区卫生服务中心', en: 'Community health centre' },
  { code: 'LAB', zh: '医学检验实验室', en: 'Medical laboratory' },
]
