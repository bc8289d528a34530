import type { Route } from '../../http/route.ts'

export const messageRoutes: readonly Route[] = []
