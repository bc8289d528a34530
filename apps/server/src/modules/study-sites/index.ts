import type { Route } from '../../http/route.ts'

export const studySiteRoutes: readonly Route[] = []
