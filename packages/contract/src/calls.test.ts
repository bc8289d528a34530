import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { declaredCalls } from './calls.ts'
import { callsWithReasonRule } from './change-reason/kinds.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const listed = readFileSync(new URL('../calls.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = ''] = line.split('\t')
    return { method, path }
  })
const names = new Set(listed.map(nameOf))
const declared = new Set(declaredCalls.map(nameOf))

describe('the calls', () => {
  it('are on the specification’s list, or an addition with a reason', () => {
    const strangers = declaredCalls.filter((call) => !names.has(nameOf(call)) && !call.addition)
    expect(strangers.map(nameOf)).toEqual([])
  })

  it('are declared once, and listed once', () => {
    expect(declared.size).toBe(declaredCalls.length)
    expect(names.size).toBe(listed.length)
  })

  it('are all declared', () => {
    expect([...names].filter((name) => !declared.has(name))).toEqual([])
  })

  it('say whether they can ask for a reason, if they change something', () => {
    const changing = declaredCalls.filter(({ effect }) => effect === 'write').map(({ path }) => path)
    expect([...callsWithReasonRule].sort()).toEqual(changing.sort())
  })
})
