import type { Category } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useCallback } from 'react'

/** The page belongs to the list of entries, which starts again with every choice. */
const defaults = { tenantId: '', categoryId: '', page: 1 }

/**
 * Tenant and category of the dictionary page, kept in the address.
 * @param categories undefined until they are there
 * @returns the chosen category, the first one where none is chosen; the tenant as the address says, '' where it does
 *   not
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
