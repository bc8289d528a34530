import type { MenuCode } from '@atrium/contract'

const lastingCodes: readonly unknown[] = ['role', 'menu'] satisfies MenuCode[]

/** Whether a menu leads to the screens by which roles and menus are edited: without them nobody could go back. */
export const isLasting = (code: unknown): boolean => lastingCodes.includes(code)
