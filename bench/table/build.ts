import { join } from 'node:path'
import { buildSuite, compile, compressFolder, publishPlain } from '@atrium/federation/release'
import { arcoVirtual, arcoVirtualBuild } from './webpack.config.ts'

const repository = join(import.meta.dirname, '../..')

/** Folders of the compared pages. */
export const folders = {
  suite: join(repository, 'dist/web'),
  reference: join(repository, 'dist/web-arco-virtual'),
} as const

/** Builds the changed parts of the suite, and the reference page. */
export async function buildPages(): Promise<void> {
  await buildSuite(repository)
  await compile(arcoVirtual)
  await compressFolder(arcoVirtualBuild)
  await publishPlain(repository, arcoVirtualBuild, folders.reference)
}
