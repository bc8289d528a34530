import { useCountries, useRegionsBelow } from './useRegions.ts'

interface Props {
  readonly id: string
  /** The region above it; '' for a country. */
  readonly parentId: string
}

/** The name of a region, its id until that is known. */
export function RegionName({ id, parentId }: Props) {
  const countries = useCountries(parentId === '')
  const below = useRegionsBelow(parentId)
  const { regions } = parentId === '' ? countries : below
  return regions?.find((region) => region.id === id)?.displayName ?? id
}
