import { join } from 'node:path'
import { buildSingle, buildSuite, compile, compressFolder, publishPlain } from '@atrium/federation/release'
import { reactArco, reactArcoBuild } from './webpack.config.ts'

const repository = join(import.meta.dirname, '../..')

/** Folders of the compared pages. */
export const folders = {
  federated: join(repository, 'dist/web'),
  singleSignIn: join(repository, 'dist/web-single/sign-in'),
  singleTenants: join(repository, 'dist/web-single/tenants'),
  reactArco: join(repository, 'dist/web-react-arco'),
} as const

/** Builds the changed parts of the suite, the pages as one plain bundle each, and the reference page. */
export async function buildPages(): Promise<void> {
  await buildSuite(repository)
  await buildSingle(repository)
  await compile(reactArco)
  await compressFolder(reactArcoBuild)
  await publishPlain(repository, reactArcoBuild, folders.reactArco)
}
