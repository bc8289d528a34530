import { lookupLimit, tenantCombobox } from '@atrium/contract'
import { readCookie, writeCookie } from '@atrium/shared-api'
import { useMemo } from 'react'
import { useCall } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'

const cookie = 'atrium-tenant'
/** In seconds: ten minutes. */
const lifetime = 600

/** The tenant chosen last, which the next page with a tenant selector starts from. */
const rememberedTenant = {
  get: (): string | undefined => readCookie(cookie),
  keep: (tenantId: string): void => writeCookie(cookie, tenantId, lifetime),
}

export interface TenantChoiceOptions {
  /** The tenant in the page's address, '' for none yet. */
  readonly chosen: string
  /** Puts another tenant into the page's address. */
  readonly onChoose: (tenantId: string) => void
  /** Choices before the tenants, such as what all of them share; the same array at every render. */
  readonly before?: readonly Choice[]
}

const nothing: readonly Choice[] = []

/** The tenants that the caller may choose from; what was read a minute ago still serves. */
const useTenants = () => useCall(tenantCombobox, { limit: lookupLimit }, { staleTime: 60_000 })

/**
 * The tenant that a page is about: the one in its address, else the one chosen last within ten minutes, else the
 * first.
 * @returns its id, '' until the tenants are known, and the props of a `TenantSelect`
 */
export function useTenantChoice({ chosen, onChoose, before = nothing }: TenantChoiceOptions) {
  const { data, isError } = useTenants()
  const tenants = useMemo(
    () => data && [...before, ...data.map(({ code, desc }) => ({ value: code, label: desc }))],
    [data, before],
  )
  const known = (id: string | undefined): boolean => tenants?.some(({ value }) => value === id) ?? false
  const remembered = rememberedTenant.get()
  const start = known(remembered) ? remembered : tenants?.[0]?.value
  const tenantId = known(chosen) ? chosen : (start ?? '')
  const onChange = (id: string) => {
    rememberedTenant.keep(id)
    onChoose(id)
  }
  return { tenantId, select: { tenants, failed: isError, value: tenantId, onChange } }
}

export interface TenantSelectProps {
  readonly tenants: readonly Choice[] | undefined
  readonly failed: boolean
  readonly value: string
  readonly onChange: (tenantId: string) => void
}

/** The tenant selector of a page; goes with `useTenantChoice`. */
export function TenantSelect({ tenants, failed, value, onChange }: TenantSelectProps) {
  const t = useKitText()
  return (
    <LookupSelect
      className="scope-select"
      label={t('picker.tenant')}
      choices={tenants}
      failed={failed}
      value={value}
      onChange={onChange}
    />
  )
}

const choicesOf = (tenants: ReturnType<typeof useTenants>['data']): readonly Choice[] | undefined =>
  tenants?.map(({ code, desc }) => ({ value: code, label: desc }))

/** A select of the tenants for a `Field`, whose value and change are the form's. */
export function TenantLookup(lookup: LookupProps) {
  const { data, isError } = useTenants()
  return <LookupSelect {...lookup} choices={choicesOf(data)} failed={isError} />
}

/** A list's filter by tenant; '' lists those of all. */
export function TenantFilter(props: PickedFilterProps) {
  const t = useKitText()
  return (
    <TenantLookup
      {...props}
      allowClear
      className="filter-select"
      label={t('picker.tenant')}
      placeholder={t('picker.anyTenant')}
    />
  )
}

/** The name of a tenant, its id until that is known. */
export function TenantName({ id }: { readonly id: string }) {
  const { data } = useTenants()
  return data?.find(({ code }) => code === id)?.desc ?? id
}
