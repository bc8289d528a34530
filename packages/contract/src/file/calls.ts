import * as z from 'zod/mini'
import { callOf, menu, signedByProduct } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging, period } from '../core/lists.ts'
import { ListedFile, NewFile } from './entities.ts'

const call = callOf('file')

export const fileList = call({
  method: 'POST',
  path: '/file/list',
  summary: 'Files that products have stored, by product, day and part of the name',
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
  summary:
    'A file as it was stored; which one the id alone decides, the name is for those who read the address',
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
    'Store a file for a tenant, or for the platform; answers its id, the same one for the same idempotency key',
  access: signedByProduct,
  effect: 'write',
  request: NewFile,
  response: z.string(),
  form: 'upload',
  addition: 'Products store the files that the list shows; the list of calls names none by which they come.',
})
