import { dictionaryList, globalTenantId, lookupLimit, type ResponseOf } from '@atrium/contract'
import { useMemo } from 'react'
import { useCall } from '../base/query.ts'
import type { ColumnFilter } from '../list/column.ts'
import { type LookupProps, LookupSelect } from './LookupSelect.tsx'
import {
  type FoundChoices,
  type LookupSource,
  offeredAtOnce,
  useLookupName,
  useLookupSearch,
} from './lookup.ts'

/** Time for which dictionary entries are reused, in milliseconds. Dictionaries rarely change. */
const staleTime = 60_000

export interface DictionarySource {
  /** Id of the category, one of the contract's `categories`. */
  readonly categoryId: string
  /** Tenant whose entries are offered along with the global ones; by default only global entries are offered. */
  readonly tenantId?: string
}

/** Converts dictionary entries to choices of a select. */
export const entryChoices = ({ list, totalCount }: ResponseOf<typeof dictionaryList>): FoundChoices => ({
  choices: list.map(({ id, displayName }) => ({ value: id, label: displayName })),
  hasMore: totalCount > list.length,
})

const sourceOf = ({
  categoryId,
  tenantId = globalTenantId,
}: DictionarySource): LookupSource<typeof dictionaryList> => ({
  call: dictionaryList,
  page: (keyWord) => ({ categoryId, tenantId, keyWord, page: 1, limit: offeredAtOnce }),
  one: (id) => ({ categoryId, tenantId, id }),
  choicesOf: entryChoices,
  staleTime,
})

/** Returns a category's global entries as the filter of a column. */
export function useDictionaryFilter(categoryId: string): ColumnFilter {
  const input = { categoryId, page: 1, limit: lookupLimit }
  const { data } = useCall(dictionaryList, input, { staleTime })
  return useMemo(() => (data ? entryChoices(data) : { choices: undefined }), [data])
}

/** A select of the entries of a dictionary category. */
export function DictionarySelect({ categoryId, tenantId, ...lookup }: DictionarySource & LookupProps) {
  const found = useLookupSearch(sourceOf({ categoryId, tenantId }), lookup.value ?? '')
  return <LookupSelect {...lookup} {...found} />
}

/** Shows the name of a dictionary entry, or its id until the name is known. */
export function DictionaryName({ id, ...source }: DictionarySource & { readonly id: string }) {
  return useLookupName(sourceOf(source), id).name ?? id
}
