import { readCookie, writeCookie } from '@atrium/shared-api'
import { useMemo } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import type { Filters } from '../list/settings.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'
import { useChoosesForPlatform, useScreen, useTenantName, useTenantSearch, useTenants } from './tenants.ts'

const cookie = 'atrium-tenant'
/** In seconds: ten minutes. */
const lifetime = 600

/** The tenant chosen last on a screen about one, which the next such screen starts from. */
const rememberedTenant = {
  get: (): string => readCookie(cookie) ?? '',
  keep: (tenantId: string): void => writeCookie(cookie, tenantId, lifetime),
}

/** The screen that starts with the second tenant, if there is one; all others start with the first. */
const startingWithSecond = 'department'

/**
 * Returns the initial tenant of a screen, if neither its address nor a choice of the last minutes has one.
 * @returns its id, '' if there is none; undefined until the tenants are loaded
 */
function useStartTenant(enabled = true): string | undefined {
  const { data, isError } = useTenants(enabled)
  const screen = useScreen()
  if (!data) return isError ? '' : undefined
  const start = (screen === startingWithSecond ? data[1] : undefined) ?? data[0]
  return start?.code ?? ''
}

/**
 * The filters of a list with a `TenantFilter`, as options of its `useList`: the platform starts with all tenants,
 * everybody else with the screens' initial tenant, and the list waits until it is known.
 * @param filters with their initial values; the same object at every render
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

/** What is known of a tenant that a page may be about. @param before choices that are no tenants */
function useCandidate(id: string, before: readonly Choice[]) {
  const isBefore = before.some(({ value }) => value === id)
  const { name, isUnknown } = useTenantName(isBefore ? '' : id)
  return { id, isNone: id === '' || isUnknown, isKnown: isBefore || name !== undefined }
}

export interface TenantChoiceOptions {
  /** The tenant in the page's address, '' for none yet. */
  readonly chosen: string
  /** Puts another tenant into the page's address. */
  readonly onChoose: (tenantId: string) => void
  /** Choices before the tenants, such as one for all tenants; the same array at every render. */
  readonly before?: readonly Choice[]
}

/**
 * The tenant of a page: the one in its address, or the one chosen last within ten minutes, or the screen's initial one.
 * Tenants that the user may not choose there are skipped.
 * @returns its id, '' until it is known, whether there is no tenant at all, and the props of a `TenantSelect`
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

export interface TenantSelectProps {
  readonly value: string
  readonly onChange: (tenantId: string) => void
  readonly before: readonly Choice[]
}

/** The tenant selector of a page; goes with `useTenantChoice`. */
export function TenantSelect({ before, ...props }: TenantSelectProps) {
  const t = useKitText()
  const found = useTenantSearch(props.value, before)
  return <LookupSelect {...props} {...found} className="scope-select" label={t('picker.tenant')} />
}

/** Stands on a page about one tenant where there is none yet. */
export function NoTenant() {
  const t = useKitText()
  return (
    <div className="card">
      <EmptyState title={t('picker.noTenant')} hint={t('picker.noTenantHint')} />
    </div>
  )
}

/** A select of the tenants for a `Field`, whose value and change are the form's. */
export function TenantLookup(lookup: LookupProps) {
  return <LookupSelect {...lookup} {...useTenantSearch(lookup.value ?? '')} />
}

/**
 * A list's filter by tenant; '' lists those of all. On a screen that tenants have too, its list has the options of
 * `useTenantFilters`.
 */
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
  return useTenantName(id).name ?? id
}
