import { expect, it } from '@jest/globals'
import { type Branch, search } from './rows.ts'

interface Named extends Branch {
  readonly name: string
  readonly list: readonly Named[]
}

const leaf = (name: string): Named => ({ id: name, name, list: [] })
const tree: readonly Named[] = [
  { id: 'top', name: '临床部', list: [leaf('ＬＭＸ－101 组'), leaf('LMX-102 组')] },
]

it.each(['lmx-101', 'ＬＭＸ-101', 'LMX\u2011１０１'])('finds a branch of a tree by its name: %s', (typed) => {
  const { rows, count } = search(tree, typed, ({ name }) => name)
  expect(rows.map(({ branch }) => branch.name)).toEqual(['临床部', 'ＬＭＸ－101 组'])
  expect(count).toBe(1)
})
