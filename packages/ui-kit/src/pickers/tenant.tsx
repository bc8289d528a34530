import { type Call, globalTenantId } from '@atrium/contract'
import { readCookie, useAddressState, writeCookie } from '@atrium/shared-api'
import { useCallback, useMemo } from 'react'
import { useIsPlatform } from '../base/query.ts'
import { EmptyState } from '../list/EmptyState.tsx'
import type { Filters } from '../list/settings.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'
import { useChoosesForPlatform, useScreen, useTenantName, useTenantSearch, useTenants } from './tenants.ts'

const cookie = 'atrium-tenant'
/** Lifetime of the cookie in seconds, ten minutes. */
const lifetime = 600

/** The tenant last chosen on a screen about one tenant. The next such screen starts with it. */
const rememberedTenant = {
  get: (): string => readCookie(cookie) ?? '',
  keep: (tenantId: string): void => writeCookie(cookie, tenantId, lifetime),
}

/** The screen that starts with the second tenant, if there is one. All other screens start with the first. */
const startingWithSecond = 'department'

/**
 * Returns the initial tenant of a screen, if there is none in its address and none was chosen in the last few
 * minutes.
 * @returns its id; '' if there is none; undefined until the tenants are loaded
 */
function useStartTenant(enabled = true): string | undefined {
  const { data, isError } = useTenants(enabled)
  const screen = useScreen()
  if (!data) return isError ? '' : undefined
  const start = (screen === startingWithSecond ? data[1] : undefined) ?? data[0]
  return start?.code ?? ''
}

/**
 * Returns the options for the `useList` of a list with a `TenantFilter`. Platform users start with all tenants, other
 * users with the screen's initial tenant. The list waits until that tenant is known.
 * @param filters filters with their initial values; must stay the same object between renders
 */
export function useTenantFilters(filters: Filters & { readonly tenantId: string }) {
  const forPlatform = useChoosesForPlatform()
  const start = useStartTenant(!forPlatform)
  const tenantId = forPlatform ? '' : start
  return {
    filters: useMemo(() => ({ ...filters, tenantId: tenantId ?? '' }), [filters, tenantId]),
    enabled: tenantId !== undefined,
  }
}

const nothing: readonly Choice[] = []

/**
 * Returns whether a tenant for a page exists and is known.
 * @param before choices that are not tenants
 */
function useCandidate(id: string, before: readonly Choice[]) {
  const isBefore = before.some(({ value }) => value === id)
  const { name, isUnknown } = useTenantName(isBefore ? '' : id)
  return { id, isNone: id === '' || isUnknown, isKnown: isBefore || name !== undefined }
}

export interface TenantChoiceOptions {
  /** The tenant in the page's address; '' if there is none yet. */
  readonly chosen: string
  /** Writes another tenant to the page's address. */
  readonly onChoose: (tenantId: string) => void
  /** Choices listed before the tenants, such as one for all tenants. Must stay the same array between renders. */
  readonly before?: readonly Choice[]
}

/**
 * Returns the tenant of a page: the one in its address, or the one last chosen within ten minutes, or the screen's
 * initial one. Skips tenants that the user may not choose there.
 * @returns the tenant's id, '' until it is known; whether there is no tenant at all; and the props of a
 * `TenantSelect`
 */
export function useTenantChoice({ chosen, onChoose, before = nothing }: TenantChoiceOptions) {
  const asked = useCandidate(chosen, before)
  const remembered = useCandidate(asked.isNone ? rememberedTenant.get() : '', before)
  const first = useStartTenant() ?? ''
  const start = { id: before[0]?.value ?? first, isKnown: true }
  const { data } = useTenants()
  const choice = [asked, remembered].find(({ isNone }) => !isNone) ?? start
  const tenantId = choice.isKnown ? choice.id : ''
  const onChange = (id: string) => {
    rememberedTenant.keep(id)
    onChoose(id)
  }
  return {
    tenantId,
    isNone: tenantId === '' && data?.length === 0,
    select: { value: tenantId, onChange, before },
  }
}

/**
 * Returns the platform as a choice beside the tenants, for users of the platform.
 * @param call call that users of the platform may make for the platform
 */
export function usePlatformChoice(call: Call, name: string): readonly Choice[] {
  const isPlatform = useIsPlatform(call)
  return useMemo(() => (isPlatform ? [{ value: globalTenantId, label: name }] : nothing), [isPlatform, name])
}

/** Initial address of a page about one tenant. */
const ofAddress = { tenantId: '', page: 1 }

/**
 * Returns the tenant of a page as `useTenantChoice` does, and keeps it in the page's address. Choosing another tenant
 * returns to the first page of the list.
 * @param before choices listed before the tenants. Must stay the same array between renders.
 */
export function usePageTenant(before?: readonly Choice[]) {
  const [{ tenantId: chosen }, setAddress] = useAddressState(ofAddress)
  const onChoose = useCallback((tenantId: string) => setAddress({ tenantId, page: 1 }), [setAddress])
  return useTenantChoice({ chosen, onChoose, ...(before && { before }) })
}

export interface TenantSelectProps {
  readonly value: string
  readonly onChange: (tenantId: string) => void
  readonly before: readonly Choice[]
}

/** The tenant selector of a page. Use with `useTenantChoice`. */
export function TenantSelect({ before, ...props }: TenantSelectProps) {
  const t = useKitText()
  const found = useTenantSearch(props.value, before)
  return <LookupSelect {...props} {...found} className="scope-select" label={t('picker.tenant')} />
}

/** Shown on a page about one tenant if there is no tenant yet. */
export function NoTenant() {
  const t = useKitText()
  return (
    <div className="card">
      <EmptyState title={t('picker.noTenant')} hint={t('picker.noTenantHint')} />
    </div>
  )
}

/** A select of tenants for a `Field`, where the form supplies value and change handler. */
export function TenantLookup(lookup: LookupProps) {
  return <LookupSelect {...lookup} {...useTenantSearch(lookup.value ?? '')} />
}

interface TenantFilterProps extends PickedFilterProps {
  /** Choices listed before the tenants. Must stay the same array between renders. */
  readonly before?: readonly Choice[]
  /** What '' shows, if not all tenants. */
  readonly placeholder?: string | undefined
}

/**
 * A list filter by tenant; '' shows all tenants. On a screen that tenant users can also open, its list needs the
 * options of `useTenantFilters`.
 */
export function TenantFilter({ before, placeholder, ...props }: TenantFilterProps) {
  const t = useKitText()
  const found = useTenantSearch(props.value, before)
  return (
    <LookupSelect
      {...props}
      {...found}
      allowClear
      className="filter-select"
      label={t('picker.tenant')}
      placeholder={placeholder ?? t('picker.anyTenant')}
    />
  )
}

/** Shows the name of a tenant, or its id until the name is known. */
export function TenantName({ id }: { readonly id: string }) {
  return useTenantName(id).name ?? id
}
