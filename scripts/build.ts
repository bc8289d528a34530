import { join } from 'node:path'
import { buildSingle, buildSuite } from '@atrium/federation/release'

const root = join(import.meta.dirname, '..')

const onWait = (): void => {
  process.stdout.write('Waiting for another build of this folder\n')
}

/** Builds the shell and remotes that changed into dist/web. */
export async function build(): Promise<void> {
  const built = await buildSuite(root, onWait)
  if (built.length > 0) process.stdout.write(`Built ${built.join(', ')}\n`)
}

// --single builds pages without federation into dist/web-single, for the page benchmark.
if (import.meta.main) await (process.argv.includes('--single') ? buildSingle(root, onWait) : build())
