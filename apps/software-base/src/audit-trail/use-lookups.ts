import { auditChoices, auditPeople, auditStudies, type Option } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { type FoundChoices, type LookupSource, offeredAtOnce, useLookupSearch } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'

/** Time for which the choices of a filter are reused, in milliseconds. */
export const staleTime = 60_000

export const choiceOf = ({ code, desc }: Option) => ({ value: code, label: desc })

const choicesOf = (options: readonly Option[]): FoundChoices => ({
  choices: options.slice(0, offeredAtOnce).map(choiceOf),
  hasMore: options.length > offeredAtOnce,
})

/** Returns the source of the people or studies of a tenant; of all tenants for ''. */
const lookupSource = (
  call: typeof auditPeople | typeof auditStudies,
  tenantId: string,
): LookupSource<typeof call> => ({
  call,
  page: (keyWord) => ({ tenantId, keyWord, limit: offeredAtOnce + 1 }),
  one: (id) => ({ id }),
  choicesOf,
  staleTime,
})

/** Returns the people by whom a tenant's events or access can be filtered. */
export const usePeople = (tenantId: string, chosen: string) =>
  useLookupSearch(lookupSource(auditPeople, tenantId), chosen)

/** Returns the studies by which a tenant's events or access can be filtered. */
export const useStudies = (tenantId: string, chosen: string) =>
  useLookupSearch(lookupSource(auditStudies, tenantId), chosen)

/** Returns the kinds of things and the acts by which events can be filtered; undefined while they are loading. */
export function useChoices() {
  const { data, isError } = useCall(auditChoices, {}, { staleTime })
  return useMemo(
    () => ({
      kinds: data?.entities.map(choiceOf),
      acts: data?.calls.map(choiceOf),
      failed: isError,
    }),
    [data, isError],
  )
}
