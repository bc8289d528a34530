import type { Language } from '@atrium/contract'

/** A product that the sandbox stands in for. */
export interface Product {
  /** By which the suite knows it. */
  readonly appCode: string
  readonly name: Readonly<Record<Language, string>>
}

/** Below it each product has its page and its calls. */
export const productsPath = '/products'

/** The page of a product; its calls are below. */
export const pathOf = ({ appCode }: Product): string => `${productsPath}/${appCode.toLowerCase()}`

export const products: readonly Product[] = [
  {
    appCode: 'EDC',
    name: { zh: '电子数据采集系统', en: 'Electronic Data Capture' },
  },
  {
    appCode: 'RTSM',
    name: { zh: '随机与药物供应管理系统', en: 'Randomization and Trial Supply Management' },
  },
  {
    appCode: 'CTMS',
    name: { zh: '临床试验管理系统', en: 'Clinical Trial Management System' },
  },
  {
    appCode: 'ETMF',
    name: { zh: '电子试验主文档系统', en: 'Electronic Trial Master File' },
  },
]
