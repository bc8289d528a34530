import { trainingChoices } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'

const choicesOf = (list: readonly { readonly code: string; readonly desc: string }[] | undefined) =>
  list?.map(({ code, desc }) => ({ value: code, label: desc }))

/** Reads the studies, trainings and people of a tenant for selects; undefined until they are there. */
export function useTrainingChoices(tenantId: string) {
  const { data, isError } = useCall(trainingChoices, { tenantId }, { enabled: tenantId !== '' })
  return useMemo(
    () => ({
      studies: choicesOf(data?.studies),
      trainings: choicesOf(data?.trainings),
      people: choicesOf(data?.people),
      failed: isError,
    }),
    [data, isError],
  )
}
