import type { Route } from '../../http/route.ts'

export const licenceRoutes: readonly Route[] = []
