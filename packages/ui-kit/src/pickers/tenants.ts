import { isForPlatform, screensOfTenants, tenantCombobox } from '@atrium/contract'
import { routeNameAt, useLocation, useSession, versionPrefixOf } from '@atrium/shared-api'
import { useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import { useDebouncedValue } from '../base/useDebouncedValue.ts'
import { type Choice, matches } from './LookupSelect.tsx'

/** So many tenants are offered at once; of more, what is typed is searched by the server. */
const offered = 50

/** What was read a minute ago still serves. */
const staleTime = 60_000

const noChoices: readonly Choice[] = []

/** The screen that the page is, where it is one on which a tenant is chosen; screens are called as their menus are. */
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

/** The first tenants, by name, of those in which the user may use the screen; of those that a keyword finds. */
export function useTenants(keyWord = '', enabled = true) {
  const input = { keyWord, limit: offered + 1, menu: useScreen() }
  return useCall(tenantCombobox, input, { staleTime, enabled, keepPrevious: true })
}

/**
 * The name of a tenant: of one of the first ones it is there already, of any other it is asked for once.
 * @param id '' for none
 * @returns the name, undefined until it is there; and whether the user has no such tenant on this screen
 */
export function useTenantName(id: string): { readonly name?: string; readonly isUnknown: boolean } {
  const first = useTenants('', id !== '')
  const listed = first.data?.find(({ code }) => code === id)
  const isFurther = id !== '' && first.data !== undefined && !listed && first.data.length > offered
  const input = { tenantId: id, menu: useScreen() }
  const one = useCall(tenantCombobox, input, { staleTime, enabled: isFurther })
  const found = listed ?? (isFurther ? one.data?.[0] : undefined)
  if (found) return { name: found.desc, isUnknown: false }
  const isAnswered = first.data !== undefined && !(isFurther && one.isPending)
  return { isUnknown: id !== '' && isAnswered }
}

/**
 * The tenants for a select that searches: the first ones, and what the server finds of a keyword.
 * @param value the id of the chosen tenant, or the value of one of the choices before; '' for none
 * @param before choices before the tenants
 * @returns what `LookupSelect` takes
 */
export function useTenantSearch(value: string, before = noChoices) {
  const [keyWord, settle] = useState('')
  const [typed, type] = useDebouncedValue(keyWord, settle)
  const { data, isError, isPlaceholderData } = useTenants(keyWord.trim())
  const chosenBefore = before.find((choice) => choice.value === value)
  const { name, isUnknown } = useTenantName(chosenBefore ? '' : value)
  const isBehind = typed !== keyWord || isPlaceholderData
  const choices = useMemo(() => {
    const tenants = data?.slice(0, offered).map(({ code, desc }) => ({ value: code, label: desc }))
    const isMatch = ({ label }: Choice) => matches(label, typed)
    // As long as the answer is one to another keyword, Enter must choose nothing that was not meant.
    return tenants && [...before.filter(isMatch), ...(isBehind ? tenants.filter(isMatch) : tenants)]
  }, [data, before, typed, isBehind])
  return {
    choices,
    failed: isError,
    search: {
      onType: type,
      chosen: chosenBefore?.label ?? name,
      isUnknown,
      isSearching: isBehind,
      hasMore: (data?.length ?? 0) > offered,
    },
  }
}
