import type { Route } from '../../platform/http/route.ts'
import { fileDownloadRoute } from './download.ts'
import { fileListRoute } from './list.ts'
import { fileUploadRoute } from './upload.ts'

export { readFile } from './download.ts'
export { fileFigures } from './list.ts'
export { storeFile, sweepUploads } from './upload.ts'

export const fileRoutes: readonly Route[] = [fileListRoute, fileDownloadRoute, fileUploadRoute]
