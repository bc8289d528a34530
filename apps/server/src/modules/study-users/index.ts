import type { Route } from '../../http/route.ts'

export const studyUserRoutes: readonly Route[] = []
