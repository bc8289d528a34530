import type { Edited, TenantKey, Text } from './columns.ts'

/** A category of the data dictionary; the categories are the product's own. */
export interface DictionaryCategoryTable {
  code: string
  categoryName: string
  categoryNameEn: string
  /** True: each tenant keeps its own entries. False: they are the platform's (tenant '0'). */
  isTenant: boolean
  /** Category of the entries below its entries, for a category with two levels. */
  childCode: Text
  /** True when its entries have children. */
  isParent: boolean
  sort: number
}

/** An entry of the data dictionary. */
export interface DictionaryTable extends TenantKey, Edited {
  categoryId: string
  dicName: string
  dicNameEn: Text
  dicCode: string
  sort: number
  dicNum: Text
  abb: Text
  extend: Text
  description: Text
  /** The entry above, of the same tenant; null at the top level. */
  parentId: string | null
  childCode: Text
}
