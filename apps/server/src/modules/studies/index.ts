import type { Route } from '../../http/route.ts'

export const studyRoutes: readonly Route[] = []
