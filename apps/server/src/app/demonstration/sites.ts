/** A site of the demonstration data. */
export interface DemoSite {
  readonly siteName: string
  readonly provinceId: string
  readonly cityId: string
  /** Code of a global entry among the site levels. */
  readonly level: string
  /** Code of a global entry among the site types. */
  readonly type: string
  readonly address: string
  /** Stands for one that came with the platform, which cannot be deleted. */
  readonly delivered: boolean
}

/** Invented institutions: their names and streets say that they are examples. */
export const demoSites: readonly DemoSite[] = [
  {
    siteName: '示例大学附属云汀医院',
    provinceId: '310000',
    cityId: '310100',
    address: '徐汇区示例中路 100 号',
    level: '3A',
    type: 'GENERAL',
    delivered: true,
  },
  {
    siteName: '示例市朝晖人民医院',
    provinceId: '330000',
    cityId: '330100',
    address: '西湖区示例路 66 号',
    level: '3A',
    type: 'GENERAL',
    delivered: true,
  },
  {
    siteName: '示例鹿溪肿瘤医院',
    provinceId: '320000',
    cityId: '320500',
    address: '姑苏区示例街 9 号',
    level: '3A',
    type: 'SPECIALISED',
    delivered: false,
  },
  {
    siteName: '示例岭南中医院',
    provinceId: '440000',
    cityId: '440100',
    address: '越秀区示例一路 28 号',
    level: '3B',
    type: 'TCM',
    delivered: false,
  },
  {
    siteName: '示例星禾妇幼保健院',
    provinceId: '510000',
    cityId: '510100',
    address: '锦江区示例大道 5 号',
    level: '2A',
    type: 'MCH',
    delivered: false,
  },
  {
    siteName: '示例衡远 I 期临床研究中心',
    provinceId: '110000',
    cityId: '110100',
    address: '海淀区示例科技园 2 号楼',
    level: 'NONE',
    type: 'PHASE1',
    delivered: false,
  },
]
