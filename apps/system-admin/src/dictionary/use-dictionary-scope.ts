import type { Category } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useCallback } from 'react'

/** The page of the entries. Every choice resets it. */
const defaults = { tenantId: '', categoryId: '', page: 1 }

/**
 * Keeps the tenant and the category of the dictionary page in the address.
 * @param categories undefined until the response arrives
 * @returns the chosen category, by default the first one, and the tenant in the address, '' without one
 */
export function useDictionaryScope(categories: readonly Category[] | undefined) {
  const [{ tenantId, categoryId }, set] = useAddressState(defaults)
  return {
    tenantId,
    category: categories?.find(({ code }) => code === categoryId) ?? categories?.[0],
    chooseTenant: useCallback((tenantId: string) => set({ tenantId, page: 1 }), [set]),
    chooseCategory: useCallback((categoryId: string) => set({ categoryId, page: 1 }), [set]),
  }
}
