import { jobStatusOptions, jobTypeOptions, type Option } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'

/** The server's texts only change with a release. */
const long = { staleTime: 600_000 }

const asChoices = (options: readonly Option[] | undefined) =>
  options?.map(({ code, desc }) => ({ value: code, label: desc }))

/** Returns the states and types of jobs with the server's labels, undefined until they are loaded. */
export function useJobOptions() {
  const { data: statuses } = useCall(jobStatusOptions, {}, long)
  const { data: types } = useCall(jobTypeOptions, {}, long)
  return useMemo(() => ({ statuses: asChoices(statuses), types: asChoices(types) }), [statuses, types])
}

/** Returns the label of a state or type, '' until it is loaded. */
export const wordOf = (
  choices: ReturnType<typeof useJobOptions>['statuses'],
  value: number | string,
): string => choices?.find((choice) => choice.value === String(value))?.label ?? ''
