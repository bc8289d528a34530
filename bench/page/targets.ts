import { type Suite, startSuite } from '../lib/suite/index.ts'
import type { Target } from './browser/load.ts'
import { folders } from './build.ts'

/** The page that the others are compared with. */
export const single = 'single bundle'
export const federated = 'federated'

const passwordField = 'input[type=password]'
const signInPath = '/#/signIn/index'

const pages = [
  { name: single, webFolder: folders.single },
  { name: federated, webFolder: folders.federated },
  { name: 'react-arco', webFolder: folders.reactArco },
]

/**
 * Runs something while each page is served: by the same server, with the same compression and headers,
 * over the same database.
 * @param dataDir the deployment's data folder
 */
export async function withTargets<T>(
  dataDir: string,
  work: (targets: readonly Target[]) => Promise<T>,
): Promise<T> {
  const suites: Suite[] = []
  try {
    for (const { webFolder } of pages) suites.push(await startSuite({ dataDir, webFolder }))
    const targets = pages.map(({ name }, index) => ({
      name,
      url: `${suites[index]?.url}${signInPath}`,
      selector: passwordField,
    }))
    return await work(targets)
  } finally {
    for (const suite of suites) await suite.stop()
  }
}
