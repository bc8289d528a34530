import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * A copy of this repository's apps and scripts that tests may change. Packages and dependencies are shared with the
 * original.
 */
export interface CopiedRepository {
  readonly folder: string
  /** Replaces a text in a file. */
  readonly change: (file: string, from: string, to: string) => Promise<void>
  /** Links the dependencies of an app that was created in the copy, as `pnpm install` would. */
  readonly install: (app: string) => Promise<void>
  readonly remove: () => Promise<void>
}

const isSource = (path: string): boolean => !/[\\/](node_modules|dist)$/.test(path)

/** Copies the repository. The caller must remove the copy at the end. */
export async function copyRepository(): Promise<CopiedRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-copy-'))
  for (const part of ['apps', 'scripts'])
    await cp(part, join(folder, part), { recursive: true, filter: isSource })
  for (const part of ['package.json', 'profile.json', 'pnpm-lock.yaml']) await cp(part, join(folder, part))
  for (const part of ['node_modules', 'packages']) await symlink(resolve(part), join(folder, part))
  for (const app of await readdir('apps'))
    await symlink(resolve('apps', app, 'node_modules'), join(folder, 'apps', app, 'node_modules'))
  return {
    folder,
    change: async (file, from, to) => {
      const path = join(folder, file)
      const before = await readFile(path, 'utf8')
      if (!before.includes(from)) throw new Error(`${file} does not say ${from}`)
      await writeFile(path, before.replace(from, to))
    },
    install: (app) =>
      symlink(resolve('apps/tenant-admin/node_modules'), join(folder, 'apps', app, 'node_modules')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
