import type { Route } from '../../http/route.ts'

export const studySoftwareRoutes: readonly Route[] = []
