import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '../..')
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Manuals are left out, because they link to pages of the suite; scripts/manuals checks them. */
const pages = git('ls-files', '--cached', '--others', '--exclude-standard', '*.md').filter(
  (file) => !file.startsWith('docs/manuals/') && existsSync(join(root, file)),
)

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const withoutCode = (text: string): string => text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]*`/g, '')

/** Returns the anchors that GitHub generates for the headings of a page. */
const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(/```.*?```/gs, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )

/** Returns the broken links of a page. */
const brokenLinks = (page: string): string[] =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsOf(read(file)).includes(anchor)
    })

describe('documentation', () => {
  it('includes pages to check', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/performance.md']))
  })

  it.each(pages)('has only links that resolve in %s', (page) => {
    expect(brokenLinks(page)).toEqual([])
  })
})

/** Folders that the tests in tables of these pages are in. */
const foldersOfTests = ['', 'apps/server/src']

it.each(['docs/security.md', 'docs/compliance.md'])('names tests that exist in %s', (page) => {
  const named = [...read(page).matchAll(/`([\w@./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  const isThere = (path: string) => foldersOfTests.some((folder) => existsSync(join(root, folder, path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

describe('CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md')

  it('names files and folders that exist', () => {
    // The last two are examples for any remote and any area.
    const bases = [
      '',
      'apps/server/src',
      'apps/server/src/platform/database',
      'apps/system-admin/src',
      'packages/contract/src/tenant',
    ]
    const paths = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\/?)`/g)].map(([, path = '']) =>
      path.replace('NNNN-name', '0002-tenants'),
    )
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((path) => !bases.some((base) => existsSync(join(root, base, path))))).toEqual([])
  })

  it('lists every kind of access that a call can declare', () => {
    const declared = [
      ...read('packages/contract/src/core/call.ts').matchAll(
        /^export const (\w+)(?:: Access =|.*: Access =>)/gm,
      ),
    ].map(([, name]) => name)
    const listed = [...text.matchAll(/^ {3}\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(declared.length).toBeGreaterThan(5)
    expect(listed.sort()).toEqual(declared.sort())
  })
})
