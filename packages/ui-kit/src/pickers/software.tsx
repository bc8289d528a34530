import { softwareCombobox } from '@atrium/contract'
import { useMemo } from 'react'
import { useCall } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'

/** Loads the products, and reuses them for a minute. They rarely change. */
const useProducts = () => useCall(softwareCombobox, {}, { staleTime: 60_000 })

/** Returns the products as choices; undefined while they are loading. */
export function useSoftwareChoices(): readonly Choice[] | undefined {
  const { data } = useProducts()
  return useMemo(() => data?.map(({ code, desc }) => ({ value: code, label: desc })), [data])
}

/** A select of products. In a `Field`, the form supplies value and change handler. */
export function SoftwareSelect(lookup: LookupProps) {
  const { isError } = useProducts()
  return <LookupSelect {...lookup} choices={useSoftwareChoices()} failed={isError} />
}

/** A list filter by product; '' shows all products. */
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

/** Shows the name of a product, or its id until the name is known. */
export function SoftwareName({ id }: { readonly id: string }) {
  return useSoftwareChoices()?.find(({ value }) => value === id)?.label ?? id
}
