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

/** Time for which regions are reused, in milliseconds. They hardly ever change. */
const staleTime = 3_600_000

interface Regions {
  /** Regions; undefined until they are loaded. */
  readonly regions: readonly Region[] | undefined
  readonly failed: boolean
}

/** Loads all countries. */
function useCountries(enabled = true): Regions {
  const input = { level: regionLevels.country, page: 1, limit: maxLimit }
  const { data, isError } = useCall(regionList, input, { staleTime, enabled })
  return { regions: data?.list, failed: isError }
}

/** Loads the regions directly below another region. Sends no call if that region is ''. */
function useRegionsBelow(parentId: string): Regions {
  const { data, isError } = useCall(regionChildren, { id: parentId }, { staleTime, enabled: parentId !== '' })
  return { regions: data, failed: isError }
}

interface Props {
  readonly id: string
  /** Id of the region above; '' for a country. */
  readonly parentId: string
}

/** Shows the name of a region, or its id until the name is known. */
export function RegionName({ id, parentId }: Props) {
  const countries = useCountries(parentId === '')
  const below = useRegionsBelow(parentId)
  const { regions } = parentId === '' ? countries : below
  return regions?.find((region) => region.id === id)?.displayName ?? id
}

type Show = (id: string, values: Readonly<Record<string, unknown>>) => ReactNode

/** Functions that show the fields of a `RegionCascade` in a conflict. */
export const shownRegion = {
  countryId: (id) => <RegionName id={id} parentId="" />,
  provinceId: (id, { countryId }) => <RegionName id={id} parentId={String(countryId)} />,
  cityId: (id, { provinceId }) => <RegionName id={id} parentId={String(provinceId)} />,
} satisfies Readonly<Record<string, Show>>

/** Shows the name of a region by its id alone, or an ellipsis until it is known. */
export function RegionOf({ id }: { readonly id: string }) {
  const { data } = useCall(regionInfo, { id })
  return data?.displayName ?? '…'
}

/** Joins country, province and city with dashes, leaving out empty names. */
export const regionName = ({ countryName, provinceName, cityName }: RegionNames): string =>
  [countryName, provinceName, cityName].filter(Boolean).join(' - ')

const choicesOf = ({ regions }: Regions) =>
  regions?.map(({ id, displayName }) => ({ value: id, label: displayName }))

/** A select of countries. */
function CountrySelect(props: LookupProps) {
  const countries = useCountries()
  return <LookupSelect allowClear {...props} choices={choicesOf(countries)} failed={countries.failed} />
}

/** A select of the regions below another region, disabled while there are none. */
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
 * Country, province and city in a `SchemaForm`, under their wire names `countryId`, `provinceId` and `cityId`. Each
 * select offers the regions below the previous choice. Changing a choice clears the selects below it.
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
