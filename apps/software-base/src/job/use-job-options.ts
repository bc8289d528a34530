import { jobStatusOptions, jobTypeOptions, type Option } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'

/** The server's texts change only with a release. */
const long = { staleTime: 600_000 }

const asChoices = (options: readonly Option[] | undefined) =>
  options?.map(({ code, desc }) => ({ value: code, label: desc }))

/** The states and the types of jobs by the server's words; undefined while they are on their way. */
export function useJobOptions() {
  const { data: statuses } = useCall(jobStatusOptions, {}, long)
  const { data: types } = useCall(jobTypeOptions, {}, long)
  return useMemo(() => ({ statuses: asChoices(statuses), types: asChoices(types) }), [statuses, types])
}

/** The word for a state or a type; '' until it is known. */
export const wordOf = (
  choices: ReturnType<typeof useJobOptions>['statuses'],
  value: number | string,
): string => choices?.find((choice) => choice.value === String(value))?.label ?? ''
