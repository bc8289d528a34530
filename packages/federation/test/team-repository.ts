import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const webpackFace = join(import.meta.dirname, '../src/webpack/index.ts')

/** A team's repository with remotes of a few lines each. */
export interface TeamRepository {
  readonly root: string
  /** Writes a remote whose only screen shows a text. */
  write(name: string, version: string, text: string): Promise<void>
}

/**
 * Creates a repository.
 * @param root an empty folder
 */
export function teamRepository(root: string): TeamRepository {
  return {
    root,
    write: async (name, version, text) => {
      const folder = join(root, 'apps', name)
      const files = {
        'package.json': JSON.stringify({ name, version, type: 'module' }),
        'webpack.config.ts': `
          import { remote } from ${JSON.stringify(webpackFace)}
          export default remote({ name: '${name}', root: import.meta.dirname, routes: ['/${name}'] })`,
        'src/mount.ts': 'export const mount = () => undefined',
        'src/routes.ts': `
          import { lazy } from 'react'
          const component = lazy(() => import('./Screen.tsx'))
          export const routes = [{ path: '/${name}/screen', name: 'screen', component }]`,
        'src/Screen.tsx': `
          import './screen.css'
          export default function Screen() { return <p>${text}</p> }`,
        'src/screen.css': `.${name}-screen { color: rebeccapurple; margin: 0 auto; padding: 1px 2px 3px 4px }`,
      }
      for (const [file, content] of Object.entries(files)) {
        await mkdir(join(folder, file, '..'), { recursive: true })
        await writeFile(join(folder, file), content)
      }
    },
  }
}
