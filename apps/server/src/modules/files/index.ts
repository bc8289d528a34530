import type { Route } from '../../http/route.ts'

export const fileRoutes: readonly Route[] = []
