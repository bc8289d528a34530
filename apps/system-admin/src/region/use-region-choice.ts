import { type Region, regionChildren, regionLevels, regionList } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { useCall, useList } from '@atrium/ui-kit/list'
import { useCallback } from 'react'

/** The regions below a chosen one. */
export interface ChildRegions {
  /** '' while none is chosen. */
  readonly parentId: string
  /** undefined while they, or what the choice depends on, are on their way. */
  readonly regions: Region[] | undefined
  readonly error: Error | undefined
  readonly retry: () => void
}

interface Options {
  /** Whether anybody looks at them. */
  readonly wanted: boolean
  /** Whether it is decided which region they are below. */
  readonly settled: boolean
}

/** What lies below a region; nothing where there is none. */
function useBelow(parentId: string, { wanted, settled }: Options): ChildRegions {
  const asked = parentId !== ''
  const { data, error, refetch } = useCall(regionChildren, { id: parentId }, { enabled: wanted && asked })
  const none = settled ? [] : undefined
  return { parentId, regions: asked ? data : none, error: error ?? undefined, retry: refetch }
}

const defaults = { countryId: '', provinceId: '' }
const filters = { keyWord: '' }
const countriesOnly = { level: regionLevels.country }

/** The chosen one of the regions in sight; where it is not among them, the first. */
const among = (regions: readonly Region[] | undefined, id: string): Region | undefined =>
  regions?.find((region) => region.id === id) ?? regions?.[0]

const isSettled = ({ regions, error }: { regions: unknown; error: unknown }): boolean =>
  regions !== undefined || error !== undefined

/**
 * The countries, the chosen country and province, which the address keeps, and what lies below them. Where the
 * tables stand beside each other one of each is always chosen; on narrow screens, where there is one table at a
 * time, the choice says which.
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
    /** Known where the tables stand beside each other. */
    country,
    province,
    chooseCountry: useCallback((id: string) => set({ countryId: id, provinceId: '' }), [set]),
    chooseProvince: useCallback((id: string) => set({ countryId, provinceId: id }), [set, countryId]),
  }
}
