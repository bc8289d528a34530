import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

/**
 * Checks another commit out beside this one, with its dependencies, during some work.
 * @param commit any name of a commit in Git, e.g. `HEAD~1`
 * @param work receives the folder
 */
export async function withCheckout<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-checkout-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' })
  git('worktree', 'add', '--detach', '--force', folder, commit)
  try {
    const install = ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline']
    execFileSync('npx', install, { cwd: folder, stdio: 'ignore' })
    return await work(folder)
  } finally {
    git('worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  }
}
