import { type Category, type DictionaryEntry, globalTenantId } from '@atrium/contract'

/**
 * Returns whether the user may edit an entry. Only the platform edits global entries. Other entries are edited by
 * their tenant and the platform.
 */
export const mayEdit = (entry: DictionaryEntry, isPlatform: boolean): boolean =>
  isPlatform || entry.tenantId !== globalTenantId

/** Returns an entry as the audit trail knows it; undefined for global entries, whose events tenants cannot read. */
export const historyOf = (entry: DictionaryEntry, isPlatform: boolean) =>
  mayEdit(entry, isPlatform)
    ? { entity: 'dictionary', entityId: entry.id, name: entry.displayName }
    : undefined

/** Returns the owner of a new entry in a category. */
export const ownerOfNew = (category: Category, tenantId: string): string =>
  category.isTenant ? tenantId : globalTenantId

export const mayAdd = (category: Category, tenantId: string, isPlatform: boolean): boolean =>
  isPlatform || ownerOfNew(category, tenantId) !== globalTenantId
