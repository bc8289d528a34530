import type { Route } from '../../http/route.ts'
import { fileDownloadRoute } from './download.ts'
import { fileListRoute } from './list.ts'

export const fileRoutes: readonly Route[] = [fileListRoute, fileDownloadRoute]
