import { isForPlatform, type Option, screensOfTenants, tenantCombobox } from '@atrium/contract'
import { routeNameAt, useLocation, useSession, versionPrefixOf } from '@atrium/shared-api'
import { useCall } from '../base/query.ts'
import type { Choice } from './LookupSelect.tsx'
import {
  type FoundChoices,
  type LookupSource,
  offeredAtOnce,
  useLookupName,
  useLookupSearch,
} from './lookup.ts'

/** Time for which the tenants are reused, in milliseconds. */
const staleTime = 60_000

/** Returns the code of the page's screen, if users choose a tenant on it. Screens have the codes of their menus. */
export function useScreen() {
  const { pathname } = useLocation()
  const name = routeNameAt(pathname.slice(versionPrefixOf(pathname).length))
  return screensOfTenants.find((code) => code === name)
}

/** Whether the user works for the platform on this screen, and therefore chooses among all tenants. */
export function useChoosesForPlatform(): boolean {
  const menu = useScreen()
  return useSession(({ user }) => {
    const held = user?.platformMenus ?? []
    return menu ? held.includes(menu) : isForPlatform(tenantCombobox, held)
  })
}

const choicesOf = (tenants: readonly Option[]): FoundChoices => ({
  choices: tenants.slice(0, offeredAtOnce).map(({ code, desc }) => ({ value: code, label: desc })),
  hasMore: tenants.length > offeredAtOnce,
})

/** Returns the source of the tenants in which the user may use the screen. */
function useTenantSource(): LookupSource<typeof tenantCombobox> {
  const menu = useScreen()
  return {
    call: tenantCombobox,
    page: (keyWord) => ({ keyWord, limit: offeredAtOnce + 1, menu }),
    one: (tenantId) => ({ tenantId, menu }),
    choicesOf,
    staleTime,
  }
}

/** Loads the first tenants, by name, in which the user may use the screen. */
export function useTenants(enabled = true) {
  return useCall(tenantCombobox, useTenantSource().page(''), { staleTime, enabled })
}

/**
 * Returns the name of a tenant, and whether it is unknown because the user has no such tenant on this screen.
 * @param id '' for none
 */
export const useTenantName = (id: string) => useLookupName(useTenantSource(), id)

/**
 * Returns the tenants for a searchable select.
 * @param before choices listed before the tenants
 */
export const useTenantSearch = (value: string, before?: readonly Choice[]) =>
  useLookupSearch(useTenantSource(), value, before)
