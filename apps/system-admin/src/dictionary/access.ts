import { type Category, type DictionaryEntry, globalTenantId } from '@atrium/contract'

/** Global entries are the platform's; a tenant's own are both its own and the platform's to edit. */
export const mayEdit = (entry: DictionaryEntry, isPlatform: boolean): boolean =>
  isPlatform || entry.tenantId !== globalTenantId

/** Whose a new entry of a category will be. */
export const ownerOfNew = (category: Category, tenantId: string): string =>
  category.isTenant ? tenantId : globalTenantId

export const mayAdd = (category: Category, tenantId: string, isPlatform: boolean): boolean =>
  isPlatform || ownerOfNew(category, tenantId) !== globalTenantId
