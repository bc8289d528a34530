import { type Region, regionChildren, regionLevels, regionList } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { useCall, useList } from '@atrium/ui-kit/list'
import { useCallback } from 'react'

/** Children of a selected region. */
export interface ChildRegions {
  /** Empty if no parent is selected. */
  readonly parentId: string
  /** Undefined until the response arrives. */
  readonly regions: Region[] | undefined
  readonly error: Error | undefined
  readonly retry: () => void
}

interface Options {
  /** Whether the children are visible. */
  readonly wanted: boolean
  /** Whether the parent is decided, so that no selection means no children. */
  readonly settled: boolean
}

/** Fetches the children of a region. Without a region, fetches nothing. */
function useBelow(parentId: string, { wanted, settled }: Options): ChildRegions {
  const asked = parentId !== ''
  const { data, error, refetch } = useCall(regionChildren, { id: parentId }, { enabled: wanted && asked })
  const none = settled ? [] : undefined
  return { parentId, regions: asked ? data : none, error: error ?? undefined, retry: refetch }
}

const defaults = { countryId: '', provinceId: '' }
const filters = { keyWord: '' }
const countriesOnly = { level: regionLevels.country }

/** Returns the selected region of a list, by default the first one. */
const among = (regions: readonly Region[] | undefined, id: string): Region | undefined =>
  regions?.find((region) => region.id === id) ?? regions?.[0]

const isSettled = ({ regions, error }: { regions: unknown; error: unknown }): boolean =>
  regions !== undefined || error !== undefined

/**
 * Returns the countries, the country and province selected in the address, and their children. If the tables are side
 * by side, a country and a province are always selected. Narrow screens show one table at a time, depending on the
 * selection.
 */
export function useRegionChoice() {
  const narrow = useNarrow()
  const [asked, set] = useAddressState(defaults)
  const countries = useList(regionList, {
    filters,
    fixed: countriesOnly,
    enabled: !narrow || asked.countryId === '',
  })
  const country = narrow ? undefined : among(countries.rows, asked.countryId)
  const countryId = narrow ? asked.countryId : (country?.id ?? '')
  const provinces = useBelow(countryId, {
    wanted: !narrow || asked.provinceId === '',
    settled: isSettled({ regions: countries.rows, error: countries.error }),
  })
  const province = narrow ? undefined : among(provinces.regions, asked.provinceId)
  const provinceId = narrow ? asked.provinceId : (province?.id ?? '')
  const cities = useBelow(provinceId, { wanted: true, settled: isSettled(provinces) })
  return {
    countries,
    provinces,
    cities,
    /** Only set if the tables are side by side. */
    country,
    province,
    chooseCountry: useCallback((id: string) => set({ countryId: id, provinceId: '' }), [set]),
    chooseProvince: useCallback((id: string) => set({ countryId, provinceId: id }), [set, countryId]),
  }
}
