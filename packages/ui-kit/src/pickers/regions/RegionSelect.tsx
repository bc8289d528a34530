import { type LookupProps, LookupSelect } from '../LookupSelect.tsx'
import { type Regions, useCountries, useRegionsBelow } from './useRegions.ts'

const choicesOf = ({ regions }: Regions) =>
  regions?.map(({ id, displayName }) => ({ value: id, label: displayName }))

/** A select of the countries. */
export function CountrySelect(props: LookupProps) {
  const countries = useCountries()
  return <LookupSelect allowClear {...props} choices={choicesOf(countries)} failed={countries.failed} />
}

/** A select of the regions below another; off while there are none to choose from. */
export function RegionSelect({ parentId, ...props }: LookupProps & { readonly parentId: string }) {
  const below = useRegionsBelow(parentId)
  const none = parentId === '' || below.regions?.length === 0
  return (
    <LookupSelect
      allowClear
      {...props}
      disabled={none || props.disabled}
      choices={choicesOf(below)}
      failed={below.failed}
    />
  )
}
