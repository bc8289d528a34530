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

/** What was read a minute ago still serves. */
const staleTime = 60_000

/** The page's screen, if a tenant is chosen on it; screens have the codes of their menus. */
export function useScreen() {
  const { pathname } = useLocation()
  const name = routeNameAt(pathname.slice(versionPrefixOf(pathname).length))
  return screensOfTenants.find((code) => code === name)
}

/** Whether the user works for the platform on this screen, and so chooses among all tenants. */
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

/** The tenants in which the user may use the screen. */
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

/** The first tenants, by name, of those in which the user may use the screen. */
export function useTenants(enabled = true) {
  return useCall(tenantCombobox, useTenantSource().page(''), { staleTime, enabled })
}

/** Returns the name of a tenant; unknown if the user has no such tenant on this screen. @param id '' for none */
export const useTenantName = (id: string) => useLookupName(useTenantSource(), id)

/** The tenants for a select that searches. @param before choices before the tenants */
export const useTenantSearch = (value: string, before?: readonly Choice[]) =>
  useLookupSearch(useTenantSource(), value, before)
