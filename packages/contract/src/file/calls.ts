import * as z from 'zod/mini'
import { callOf, menu, signedByProduct } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging, period } from '../core/lists.ts'
import { ListedFile, NewFile } from './entities.ts'

const call = callOf('file')

export const fileList = call({
  method: 'POST',
  path: '/file/list',
  summary: 'Files stored by products, filtered by product, day and part of the name',
  access: menu('file'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this product. */
    softId: optionalId,
    ...period,
    /** Part of the file name. */
    fileName: text(100),
    ...ordering(['fileName', 'size', 'createTime']),
    ...paging,
  }),
  response: listOf(ListedFile),
})

export const fileDownload = call({
  method: 'GET',
  path: '/base/file/download/{nodeId}/{fileName}',
  summary: 'Download a stored file by its id; the file name in the path is only informative',
  access: menu('file'),
  /** Counts as a write, because it takes study data out of the system and the audit trail must show that. */
  effect: 'write',
  request: z.object({ nodeId: id, fileName: text(300) }),
  response: noData,
  form: 'download',
})

export const fileUpload = call({
  method: 'POST',
  path: '/base/file/upload',
  summary:
    'Store a file for a tenant or the platform; returns its id, the same one for the same idempotency key',
  access: signedByProduct,
  effect: 'write',
  request: NewFile,
  response: z.string(),
  form: 'upload',
  addition: 'Products store the files in the list, but the specification lists no call for storing them.',
})
