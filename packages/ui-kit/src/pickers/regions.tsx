import { Form } from '@arco-design/web-react'
import {
  maxLimit,
  type Region,
  type RegionNames,
  regionChildren,
  regionInfo,
  regionLevels,
  regionList,
  tenantSave,
} from '@atrium/contract'
import type { ReactNode } from 'react'
import { useCall } from '../base/query.ts'
import { fieldOf } from '../form/Field.tsx'
import { type LookupProps, LookupSelect } from './LookupSelect.tsx'

const Field = fieldOf(tenantSave)

/** Regions hardly ever change: what was read an hour ago still serves. */
const staleTime = 3_600_000

interface Regions {
  /** undefined until they are there. */
  readonly regions: readonly Region[] | undefined
  readonly failed: boolean
}

/** All countries. */
function useCountries(enabled = true): Regions {
  const input = { level: regionLevels.country, page: 1, limit: maxLimit }
  const { data, isError } = useCall(regionList, input, { staleTime, enabled })
  return { regions: data?.list, failed: isError }
}

/** The regions directly below another; nothing is asked for while there is none. */
function useRegionsBelow(parentId: string): Regions {
  const { data, isError } = useCall(regionChildren, { id: parentId }, { staleTime, enabled: parentId !== '' })
  return { regions: data, failed: isError }
}

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
export const shownRegion = {
  countryId: (id) => <RegionName id={id} parentId="" />,
  provinceId: (id, { countryId }) => <RegionName id={id} parentId={String(countryId)} />,
  cityId: (id, { provinceId }) => <RegionName id={id} parentId={String(provinceId)} />,
} satisfies Readonly<Record<string, Show>>

/** The name of a region by its id alone, an ellipsis until it is known. */
export function RegionOf({ id }: { readonly id: string }) {
  const { data } = useCall(regionInfo, { id })
  return data?.displayName ?? '…'
}

/** Country, province and city joined with dashes; what is not said is left out. */
export const regionName = ({ countryName, provinceName, cityName }: RegionNames): string =>
  [countryName, provinceName, cityName].filter(Boolean).join(' - ')

const choicesOf = ({ regions }: Regions) =>
  regions?.map(({ id, displayName }) => ({ value: id, label: displayName }))

/** A select of the countries. */
function CountrySelect(props: LookupProps) {
  const countries = useCountries()
  return <LookupSelect allowClear {...props} choices={choicesOf(countries)} failed={countries.failed} />
}

/** A select of the regions below another; off while there are none to choose from. */
function RegionSelect({ parentId, ...props }: LookupProps & { readonly parentId: string }) {
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

/**
 * Country, province and city of a `SchemaForm`, under their wire names `countryId`, `provinceId` and `cityId`.
 * Each choice offers what lies below it, and another choice clears what was chosen there.
 */
export function RegionCascade() {
  const { form } = Form.useFormContext()
  const countryId: unknown = Form.useWatch('countryId', form)
  const provinceId: unknown = Form.useWatch('provinceId', form)
  return (
    <div className="field-row">
      <Field name="countryId">
        <CountrySelect onChange={() => form.setFieldsValue({ provinceId: '', cityId: '' })} />
      </Field>
      <Field name="provinceId">
        <RegionSelect
          parentId={String(countryId ?? '')}
          onChange={() => form.setFieldsValue({ cityId: '' })}
        />
      </Field>
      <Field name="cityId">
        <RegionSelect parentId={String(provinceId ?? '')} />
      </Field>
    </div>
  )
}
