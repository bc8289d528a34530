import { dictionaryList, globalTenantId, lookupLimit } from '@atrium/contract'
import { useMemo } from 'react'
import { useCall } from '../base/query.ts'
import { type Choice, type LookupProps, LookupSelect } from './LookupSelect.tsx'

/** Dictionaries change seldom: what was read a minute ago still serves. */
const staleTime = 60_000

export interface DictionarySource {
  /** The category, one of the contract's `categories`. */
  readonly categoryId: string
  /** Whose entries are offered beside the global ones; without it the global ones alone. */
  readonly tenantId?: string
}

const useEntries = ({ categoryId, tenantId = globalTenantId }: DictionarySource) =>
  useCall(dictionaryList, { categoryId, tenantId, page: 1, limit: lookupLimit }, { staleTime })

/** A category's entries as choices; undefined while they are on their way. */
export function useDictionaryChoices({
  categoryId,
  tenantId,
}: DictionarySource): readonly Choice[] | undefined {
  const { data } = useEntries({ categoryId, tenantId })
  return useMemo(() => data?.list.map(({ id, displayName }) => ({ value: id, label: displayName })), [data])
}

/** A select of a dictionary category's entries. */
export function DictionarySelect({ categoryId, tenantId, ...lookup }: DictionarySource & LookupProps) {
  const { isError } = useEntries({ categoryId, tenantId })
  const choices = useDictionaryChoices({ categoryId, tenantId })
  return <LookupSelect {...lookup} choices={choices} failed={isError} />
}

/** The name of a dictionary entry, its id until that is known. */
export function DictionaryName({ id, ...source }: DictionarySource & { readonly id: string }) {
  const { data } = useEntries(source)
  return data?.list.find((entry) => entry.id === id)?.displayName ?? id
}
