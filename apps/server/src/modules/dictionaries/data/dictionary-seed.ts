import { globalTenantId } from '@atrium/contract'
import { categorySeeds } from './categories.ts'
import type { CategorySeed, Term } from './term.ts'

/** A category as a row. */
export interface CategoryRow {
  readonly code: string
  readonly categoryName: string
  readonly categoryNameEn: string
  readonly isTenant: boolean
  readonly childCode: string
  readonly isParent: boolean
  readonly sort: number
}

/** A global entry as a row. */
export interface EntryRow {
  readonly tenantId: string
  readonly id: string
  readonly categoryId: string
  readonly dicName: string
  readonly dicNameEn: string
  readonly dicCode: string
  readonly abb: string
  readonly sort: number
  readonly parentId: string | null
  readonly childCode: string
}

/** The id of a term that the product delivers. */
export const globalEntryId = (categoryId: string, code: string): string => `${categoryId}-${code}`

const entryRow = (
  categoryId: string,
  term: Term,
  index: number,
  place: { parentId: string | null; childCode: string },
): EntryRow => ({
  tenantId: globalTenantId,
  id: globalEntryId(categoryId, term.code),
  categoryId,
  dicName: term.zh,
  dicNameEn: term.en,
  dicCode: term.code,
  abb: term.abb ?? '',
  sort: index + 1,
  ...place,
})

/** The categories of the dictionary; a child category follows its parent. */
export const categoryRows = (): CategoryRow[] =>
  categorySeeds.flatMap(({ code, zh, en, isTenant, child }) => [
    {
      code,
      categoryName: zh,
      categoryNameEn: en,
      isTenant,
      childCode: child?.code ?? '',
      isParent: child !== undefined,
      sort: Number(code),
    },
    ...(child
      ? [
          {
            code: child.code,
            categoryName: child.zh,
            categoryNameEn: child.en,
            isTenant,
            childCode: '',
            isParent: false,
            sort: Number(child.code),
          },
        ]
      : []),
  ])

/** The entries that stand at the top of their category. */
export const topEntryRows = (): EntryRow[] =>
  categorySeeds.flatMap(({ code, child, terms }) =>
    terms.map((term, index) => entryRow(code, term, index, { parentId: null, childCode: child?.code ?? '' })),
  )

const childrenOf = ({ code, child, terms }: CategorySeed): EntryRow[] =>
  terms.flatMap((parent) =>
    (parent.children ?? []).map((term, index) =>
      entryRow(child?.code ?? code, term, index, {
        parentId: globalEntryId(code, parent.code),
        childCode: '',
      }),
    ),
  )

/** The entries below another entry: product subclasses and disease areas. */
export const childEntryRows = (): EntryRow[] => categorySeeds.flatMap(childrenOf)
