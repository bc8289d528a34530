import type { Category } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useCallback } from 'react'

/** Initial state of the page's address. Every selection resets the page number of the entries. */
const defaults = { tenantId: '', categoryId: '', page: 1 }

/**
 * Keeps the tenant and category of the dictionary page in the address.
 * @param categories undefined until the response arrives
 * @returns the category in the address, by default the first one, and the tenant in the address, by default ''
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
