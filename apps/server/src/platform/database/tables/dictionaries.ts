import type { Edited, TenantKey, Text } from './columns.ts'

/** A category of the data dictionary. Categories are part of the product. */
export interface DictionaryCategoryTable {
  code: string
  categoryName: string
  categoryNameEn: string
  /** True: each tenant keeps its own entries. False: the platform (tenant '0') keeps them. */
  isTenant: boolean
  /** Category of the child entries, for a category with two levels. */
  childCode: Text
  /** Whether its entries have children. */
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
  /** Parent entry, of the same tenant; null at the top level. */
  parentId: string | null
  childCode: Text
}
