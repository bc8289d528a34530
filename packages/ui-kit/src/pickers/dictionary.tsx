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

/** Dictionaries change seldom: what was read a minute ago still serves. */
const staleTime = 60_000

export interface DictionarySource {
  /** The category, one of the contract's `categories`. */
  readonly categoryId: string
  /** Tenant whose entries are offered beside the global ones; by default only the global ones. */
  readonly tenantId?: string
}

/** Dictionary entries as choices of a select. */
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

/** A category's global entries as the filter of a column. */
export function useDictionaryFilter(categoryId: string): ColumnFilter {
  const input = { categoryId, page: 1, limit: lookupLimit }
  const { data } = useCall(dictionaryList, input, { staleTime })
  return useMemo(() => (data ? entryChoices(data) : { choices: undefined }), [data])
}

/** A select of a dictionary category's entries. */
export function DictionarySelect({ categoryId, tenantId, ...lookup }: DictionarySource & LookupProps) {
  const found = useLookupSearch(sourceOf({ categoryId, tenantId }), lookup.value ?? '')
  return <LookupSelect {...lookup} {...found} />
}

/** The name of a dictionary entry, its id until that is known. */
export function DictionaryName({ id, ...source }: DictionarySource & { readonly id: string }) {
  return useLookupName(sourceOf(source), id).name ?? id
}
