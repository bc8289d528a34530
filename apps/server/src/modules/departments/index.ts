import type { Route } from '../../http/route.ts'

export const departmentRoutes: readonly Route[] = []
