import { codes } from '@atrium/contract'
import type { RunAs } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'

/** Lets the platform alone through: roles and menus belong to no tenant, so a tenant's role says nothing of them. */
export function requirePlatform({ as }: { readonly as: RunAs }): void {
  if (as.role !== 'atrium_platform') refuse(codes.forbidden)
}
