import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { prepare: string }
}

const env = {
  PATH: process.env.PATH,
  // The hook counts characters, not bytes, in every locale.
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Test'],
      [`GIT_${who}_EMAIL`, 'test@example.org'],
    ]),
  ),
}

const scratch = mkdtempSync(join(tmpdir(), 'hooks-'))
const clone = join(scratch, 'clone')

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, env, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Tries an empty commit. Returns its error output, which is empty for an accepted one. */
function tryCommit(...args: string[]): string {
  const { status, stderr } = spawnSync('git', ['commit', '--quiet', '--allow-empty', ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  if (status !== 0 && stderr === '') throw new Error(`git commit ended with ${status} and said nothing`)
  return stderr
}

const prepare = (cwd: string) => spawnSync(manifest.scripts.prepare, { cwd, env, shell: true })

beforeAll(() => {
  mkdirSync(clone)
  git('init', '--quiet', '--initial-branch=main')
  cpSync(join(root, 'scripts/hooks'), join(clone, 'scripts/hooks'), { recursive: true })
  prepare(clone)
  git('commit', '--quiet', '--allow-empty', '-m', 'Begin')
})

afterAll(() => rmSync(scratch, { recursive: true }))

describe('the commit hook', () => {
  it.each([
    ['of 70 characters', 'x'.repeat(70)],
    ['of 70 characters that take three bytes each', '中'.repeat(70)],
    ['followed by a body with long lines and full stops', `Reject stale saves\n\n${'long '.repeat(50)}.`],
    ['with a full stop in the middle', 'Write results.md beside benchmarks'],
  ])('accepts a subject %s', (_, message) => {
    expect(tryCommit('-m', message)).toBe('')
    expect(git('log', '-1', '--format=%B')).toBe(message)
  })

  it.each([
    ['of 71 characters', 'x'.repeat(71), 'The subject has 71 characters'],
    ['of 71 characters that take three bytes each', '中'.repeat(71), 'The subject has 71 characters'],
    ['of two lines that git joins', `${'x'.repeat(40)}\n${'y'.repeat(40)}`, 'The subject has 81 characters'],
    ['that ends with a full stop', 'Reject stale saves.', 'The subject ends with a full stop'],
    [
      'that ends with a full stop above a body',
      'Reject stale saves.\n\nBody',
      'The subject ends with a full stop',
    ],
  ])('rejects a subject %s', (_, message, reason) => {
    const before = git('rev-parse', 'HEAD')
    expect(tryCommit('-m', message)).toContain(reason)
    expect(git('rev-parse', 'HEAD')).toBe(before)
  })

  it('ignores comments that an editor leaves', () => {
    const editor = `printf '# ${'x'.repeat(80)}\\nReject stale saves\\n# comment.\\n' >`
    const { status } = spawnSync('git', ['commit', '--quiet', '--allow-empty'], {
      cwd: clone,
      env: { ...env, GIT_EDITOR: editor },
    })
    expect(status).toBe(0)
    expect(git('log', '-1', '--format=%B')).toBe('Reject stale saves')
  })

  it.each(['--fixup=HEAD', '--squash=HEAD'])(
    'accepts %s of a commit with a subject of 70 characters',
    (option) => {
      expect(tryCommit('-m', 'x'.repeat(70))).toBe('')
      expect(tryCommit(option, ...(option.startsWith('--squash') ? ['--no-edit'] : []))).toBe('')
      expect(git('log', '-1', '--format=%s')).toMatch(/^(fixup|squash)! x{70}$/)
    },
  )

  it('accepts a merge of a branch with a long name', () => {
    const branch = 'b'.repeat(80)
    git('checkout', '--quiet', '-b', branch)
    expect(tryCommit('-m', 'Change the branch')).toBe('')
    git('checkout', '--quiet', 'main')
    git('merge', '--quiet', '--no-ff', '--no-edit', branch)
    expect(git('log', '-1', '--format=%s %P')).toMatch(/^Merge branch 'b{80}' \S{40} \S{40}$/)
  })
})

describe('the prepare script', () => {
  it('sets the folder of hooks in a clone', () => {
    expect(git('config', '--local', 'core.hooksPath')).toBe('scripts/hooks')
  })

  it('succeeds without a change in a folder that is not a clone', () => {
    const folder = join(scratch, 'archive')
    mkdirSync(folder)
    expect(prepare(folder).status).toBe(0)
    expect(existsSync(join(folder, '.git'))).toBe(false)
  })

  it('leaves the configuration of a clone around the folder unchanged', () => {
    const folder = join(clone, 'nested')
    mkdirSync(folder)
    git('config', 'core.hooksPath', 'elsewhere')
    expect(prepare(folder).status).toBe(0)
    expect(git('config', '--local', 'core.hooksPath')).toBe('elsewhere')
    git('config', 'core.hooksPath', 'scripts/hooks')
  })

  it('succeeds without git', () => {
    const { status } = spawnSync(manifest.scripts.prepare, {
      cwd: clone,
      env: { PATH: '' },
      shell: '/bin/sh',
    })
    expect(status).toBe(0)
  })
})
