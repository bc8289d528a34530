import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure } from '../command.ts'

/** Files of one version of the repository. */
export interface Source {
  /** Paths of all files, relative to the root. */
  readonly files: readonly string[]
  /** Returns the text of a file; '' if this version does not have it. */
  readonly read: (file: string) => string
}

/** Runs git and returns its output. @throws Error if git fails */
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

/** Returns the files on the disk, without those that git ignores. */
export function workingTree(root: string): Source {
  const listed = lines(git(root, 'ls-files', '--cached', '--others', '--exclude-standard'))
  return {
    files: listed.filter((file) => existsSync(join(root, file))),
    read: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''),
  }
}

/** A commit with its time. */
export interface Commit {
  readonly hash: string
  /** Time of the commit, in milliseconds. */
  readonly time: number
}

/**
 * Finds a commit by its hash, branch, tag or version.
 * @throws CommandFailure if there is none
 */
export function findCommit(root: string, name: string): Commit {
  for (const revision of [name, `v${name}`]) {
    try {
      const found = git(root, 'log', '-1', '--format=%H %ct', '--end-of-options', revision, '--')
      const [hash = '', seconds = ''] = found.trim().split(' ')
      return { hash, time: Number(seconds) * 1000 }
    } catch {
      // The next spelling may exist.
    }
  }
  throw new CommandFailure(`git has no version ${name}. Name a commit, a branch or a tag.`)
}

/** Returns the files of a commit. */
export function atCommit(root: string, { hash }: Commit): Source {
  const files = lines(git(root, 'ls-tree', '-r', '--name-only', '--full-tree', hash))
  const known = new Set(files)
  return { files, read: (file) => (known.has(file) ? git(root, 'show', `${hash}:${file}`) : '') }
}

/** Returns the files that differ between a commit and the working tree. */
export const changedSince = (root: string, { hash }: Commit): string[] => [
  ...lines(git(root, 'diff', '--name-only', '--no-renames', hash, '--')),
  ...lines(git(root, 'ls-files', '--others', '--exclude-standard')),
]

const contract = 'packages/contract'

/**
 * Copies the sources of a commit's contract into a folder from which they can be imported, for some work. They use the
 * packages that are installed now.
 * @param work gets the folder of the contract, which is removed afterwards
 */
export async function withContract<Result>(
  root: string,
  { hash }: Commit,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const copy = join(root, '.cache/validation', hash)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', hash, `${contract}/src`], {
      cwd: root,
      maxBuffer: 2 ** 28,
    })
    execFileSync('tar', ['-x', '-C', copy], { input: archive })
    const packages = join(root, contract, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(copy, contract, 'node_modules'))
    return await work(join(copy, contract))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
