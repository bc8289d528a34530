import type { Route } from '../../http/route.ts'

export const domainRoutes: readonly Route[] = []
