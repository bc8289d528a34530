import type { Term } from './terms.ts'

/** Products under investigation and their subclasses, after the NMPA's registration classes. */
export const productTypes: readonly Term[] = [
  {
    code: 'CHEMICAL',
    zh: '化学药',
    en: 'Chemical drug',
    children: [
      { code: 'CHEM-1', zh: '化学药1类（创新药）', en: 'Chemical class 1 (innovative drug)' },
      { code: 'CHEM-2', zh: '化学药2类（改良型新药）', en: 'Chemical class 2 (improved new drug)' },
      {
        code: 'CHEM-3',
        zh: '化学药3类（仿境外原研药）',
        en: 'Chemical class 3 (generic of an originator marketed abroad)',
      },
      {
        code: 'CHEM-4',
        zh: '化学药4类（仿境内原研药）',
        en: 'Chemical class 4 (generic of an originator marketed in China)',
      },
      { code: 'CHEM-5', zh: '化学药5类（境外上市药品）', en: 'Chemical class 5 (drug marketed abroad)' },
    ],
  },
  {
    code: 'BIOLOGIC',
    zh: '生物制品',
    en: 'Biological product',
    children: [
      { code: 'VACCINE', zh: '预防用生物制品（疫苗）', en: 'Preventive biological product (vaccine)' },
      { code: 'MAB', zh: '单克隆抗体', en: 'Monoclonal antibody', abb: 'mAb' },
      { code: 'BSAB', zh: '双特异性抗体', en: 'Bispecific antibody', abb: 'BsAb' },
      { code: 'ADC', zh: '抗体偶联药物', en: 'Antibody–drug conjugate', abb: 'ADC' },
      { code: 'PROTEIN', zh: '重组蛋白', en: 'Recombinant protein' },
      { code: 'CELL', zh: '细胞治疗产品', en: 'Cell therapy product' },
      { code: 'GENE', zh: '基因治疗产品', en: 'Gene therapy product' },
      { code: 'BLOOD', zh: '血液制品', en: 'Blood product' },
      { code: 'BIOSIMILAR', zh: '生物类似药', en: 'Biosimilar' },
    ],
  },
  {
    code: 'TCM',
    zh: '中药',
    en: 'Traditional Chinese medicine',
    abb: 'TCM',
    children: [
      { code: 'TCM-1', zh: '中药创新药', en: 'Innovative TCM' },
      { code: 'TCM-2', zh: '中药改良型新药', en: 'Improved TCM' },
      { code: 'TCM-3', zh: '古代经典名方中药复方制剂', en: 'TCM compound of an ancient classical formula' },
      { code: 'TCM-4', zh: '同名同方药', en: 'TCM of the same name and formula' },
    ],
  },
  {
    code: 'DEVICE',
    zh: '医疗器械',
    en: 'Medical device',
    children: [
      { code: 'ACTIVE', zh: '有源医疗器械', en: 'Active medical device' },
      { code: 'NON-ACTIVE', zh: '无源医疗器械', en: 'Non-active medical device' },
      { code: 'IMPLANT', zh: '植入性医疗器械', en: 'Implantable medical device' },
      { code: 'SAMD', zh: '独立软件', en: 'Software as a medical device', abb: 'SaMD' },
    ],
  },
  {
    code: 'IVD',
    zh: '体外诊断试剂',
    en: 'In vitro diagnostic reagent',
    abb: 'IVD',
    children: [
      { code: 'IVD-2', zh: '第二类体外诊断试剂', en: 'Class II in vitro diagnostic reagent' },
      { code: 'IVD-3', zh: '第三类体外诊断试剂', en: 'Class III in vitro diagnostic reagent' },
      { code: 'CDX', zh: '伴随诊断试剂', en: 'Companion diagnostic', abb: 'CDx' },
    ],
  },
  {
    code: 'COMBINATION',
    zh: '药械组合产品',
    en: 'Drug–device combination product',
    children: [
      { code: 'DRUG-LED', zh: '以药品作用为主的组合产品', en: 'Combination led by the drug' },
      { code: 'DEVICE-LED', zh: '以医疗器械作用为主的组合产品', en: 'Combination led by the device' },
    ],
  },
  {
    code: 'FSMP',
    zh: '特殊医学用途配方食品',
    en: 'Food for special medical purposes',
    abb: 'FSMP',
    children: [
      { code: 'FSMP-FULL', zh: '全营养配方食品', en: 'Nutritionally complete formula' },
      { code: 'FSMP-SPECIFIC', zh: '特定全营养配方食品', en: 'Disease-specific complete formula' },
    ],
  },
]
