import type { Route } from '../../http/route.ts'

export const pinRoutes: readonly Route[] = []
