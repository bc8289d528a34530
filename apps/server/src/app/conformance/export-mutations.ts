import { accessExport, auditExport, fileDownload, fileUpload, userExport } from '@atrium/contract'
import { addFile } from '../../modules/files/test-kit/index.ts'
import { addDomain } from '../../modules/products/licences/test-kit/index.ts'
import { linkedProduct } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

/** Exports and downloads: they change nothing except the audit trail, which records the exported data. */
export const exportMutations: readonly Mutation[] = [
  {
    call: userExport,
    prepare: async ({ admin }) => ({ input: { userIds: [admin.userId] }, token: admin.token }),
  },
  {
    call: auditExport,
    prepare: async ({ admin }) => ({ input: { format: 'csv' }, token: admin.token }),
  },
  {
    call: accessExport,
    prepare: async ({ admin }) => ({ input: { format: 'csv' }, token: admin.token }),
  },
  {
    call: fileDownload,
    prepare: async ({ admin, database }) => {
      const { id: nodeId, fileName } = await addFile(database)
      return { input: { nodeId, fileName }, token: admin.token }
    },
  },
  {
    call: fileUpload,
    prepare: async ({ database, here: { tenantId } }) => {
      const product = await linkedProduct(database)
      await addDomain(database.owner, { tenantId, softwareId: product.softwareId })
      return { input: { tenantId, fileName: '方案.pdf' }, content: '内容', signer: product }
    },
  },
]
