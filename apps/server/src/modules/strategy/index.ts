import type { Route } from '../../http/route.ts'

export const strategyRoutes: readonly Route[] = []
