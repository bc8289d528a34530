import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { findFaults } from './outdated.ts'

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const rule = { description: 'A reason.', matchPackageNames: ['typescript'], allowedVersions: '<7' }
const typescript = { current: '6.0.3', latest: '7.0.2' }

describe('findFaults', () => {
  it('accepts packages behind by a minor version or a patch', () => {
    const outdated = {
      webpack: { current: '5.110.3', latest: '5.113.0' },
      i18next: { current: '27.1.2', latest: '27.1.5' },
    }
    expect(findFaults(outdated, { packageRules: [] })).toEqual([])
  })

  it('accepts a package that is a major version behind and held back with a reason', () => {
    expect(findFaults({ typescript }, { packageRules: [rule] })).toEqual([])
  })

  it('rejects a package that is a major version behind without a rule', () => {
    const grouped = { description: 'A group.', matchPackageNames: ['typescript'] }
    expect(findFaults({ typescript }, { packageRules: [grouped] })).toEqual([
      'typescript is a major version behind. Update it, or hold it back in renovate.json.',
    ])
  })

  it('compares majors as numbers', () => {
    const outdated = { jest: { current: '9.0.0', latest: '30.5.2' } }
    expect(findFaults(outdated, { packageRules: [] })).toHaveLength(1)
  })

  it('rejects a rule without a reason', () => {
    expect(findFaults({ typescript }, { packageRules: [{ ...rule, description: ' ' }] })).toEqual([
      'renovate.json holds typescript back without a reason.',
    ])
  })

  it('rejects a rule for a package that is up to date', () => {
    expect(findFaults({}, { packageRules: [rule] })).toEqual([
      'typescript is up to date. Remove its rule from renovate.json.',
    ])
  })
})

describe('.github/CODEOWNERS', () => {
  it('names every top-level folder of the workspace', () => {
    const owned = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)\/ +@atrium\/\S+$/gm)].map(
      ([, path]) => path,
    )
    const rooms = [...read('.dependency-cruiser.mjs').matchAll(/^ {2}'((?:apps|packages)\/[\w-]+)'/gm)].map(
      ([, path]) => path,
    )
    expect(rooms.length).toBeGreaterThan(4)
    expect(owned).toEqual(expect.arrayContaining(rooms))
  })
})

describe('.github/workflows', () => {
  it('runs .ci/run, the test command, on Node 20', () => {
    const { jobs } = parse(read('.github/workflows/test.yaml'))
    expect(jobs.test.container.image).toMatch(/^node:20-/)
    expect(jobs.test.steps.at(-1).run).toBe('.ci/run')
  })

  it('runs the check of outdated packages by its script', () => {
    const { jobs } = parse(read('.github/workflows/outdated.yaml'))
    expect(JSON.parse(read('package.json')).scripts.outdated).toBe('node scripts/outdated.ts')
    expect(jobs.outdated.steps.at(-1).run).toContain('pnpm@12 run outdated')
  })
})
