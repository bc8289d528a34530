import { type PlaceNames, regionInfo } from '@atrium/contract'
import type { ReactNode } from 'react'
import { useCall } from '../../query/index.ts'
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

type Show = (id: string, values: Readonly<Record<string, unknown>>) => ReactNode

/** How the fields of a `RegionCascade` are shown in a conflict. */
export const shownPlace = {
  countryId: (id) => <RegionName id={id} parentId="" />,
  provinceId: (id, { countryId }) => <RegionName id={id} parentId={String(countryId)} />,
  cityId: (id, { provinceId }) => <RegionName id={id} parentId={String(provinceId)} />,
} satisfies Readonly<Record<string, Show>>

/** The name of a region by its id alone, an ellipsis until it is known. */
export function PlaceOf({ id }: { readonly id: string }) {
  const { data } = useCall(regionInfo, { id })
  return data?.displayName ?? '…'
}

/** Country, province and city joined with dashes; what is not said is left out. */
export const placeName = ({ countryName, provinceName, cityName }: PlaceNames): string =>
  [countryName, provinceName, cityName].filter(Boolean).join(' - ')
