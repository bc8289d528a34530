import { softwareCombobox } from '@atrium/contract'
import { useMemo } from 'react'
import { useCall } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'

/** Products change seldom: what was read a minute ago still serves. */
const useProducts = () => useCall(softwareCombobox, {}, { staleTime: 60_000 })

/** The products as choices; undefined while they are on their way. */
export function useSoftwareChoices(): readonly Choice[] | undefined {
  const { data } = useProducts()
  return useMemo(() => data?.map(({ code, desc }) => ({ value: code, label: desc })), [data])
}

/** A select of the products; in a `Field` value and change are the form's. */
export function SoftwareSelect(lookup: LookupProps) {
  const { isError } = useProducts()
  return <LookupSelect {...lookup} choices={useSoftwareChoices()} failed={isError} />
}

/** A list's filter by product; '' lists those of all. */
export function SoftwareFilter(props: PickedFilterProps) {
  const t = useKitText()
  return (
    <SoftwareSelect
      {...props}
      allowClear
      className="filter-select"
      label={t('picker.software')}
      placeholder={t('picker.anySoftware')}
    />
  )
}

/** The name of a product, its id until that is known. */
export function SoftwareName({ id }: { readonly id: string }) {
  return useSoftwareChoices()?.find(({ value }) => value === id)?.label ?? id
}
