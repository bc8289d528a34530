import type { Route } from '../../http/route.ts'

export const jobRoutes: readonly Route[] = []
