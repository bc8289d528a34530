import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import ts from 'typescript'

/** Names in the protocol, the database and the texts that keep a retired word. */
const kept = new Set(
  `refused refusal refusals refuses refusing resendRefusal refuseTime refusedGrants productRefused productRefusal
  ProductRefusal productRefusals productRefusalIndexes productRefusalTexts productRefusalList productRefusalRetry
  productRefusalTakeBack`.split(/\s+/),
)

interface Retired {
  readonly word: RegExp
  /** Whether the pattern matches names as they are written, rather than split into lower-case words. */
  readonly hasCapitals: boolean
}

/** Returns the retired words that are wrong in every sense, or wrong in names. */
const retiredWords = (): Retired[] =>
  readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pattern, sense = ''] = /^\| `(.+?)` \| (.+?) \|/.exec(line) ?? []
      if (pattern === undefined || !['any', 'a limit'].includes(sense)) return []
      const source = pattern.replaceAll('\\|', '|')
      return { word: new RegExp(source), hasCapitals: /[A-Z]/.test(source.replaceAll(/\\./g, '')) }
    })

const isTitle = (node: ts.CallExpression): boolean => {
  let { expression } = node
  while (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    expression = expression.expression
  return ts.isIdentifier(expression) && ['it', 'test', 'describe'].includes(expression.text)
}

/**
 * Returns the names, comments and test titles of a source file. Leaves out quoted text in comments, because it
 * belongs to the protocol.
 */
function wordsOf(file: string, text: string): { readonly names: Set<string>; readonly prose: string[] } {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const names = new Set<string>()
  const prose: string[] = []
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    const [first] = ts.isCallExpression(node) && isTitle(node) ? node.arguments : []
    if (first && ts.isStringLiteralLike(first)) prose.push(first.text)
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      comments.set(pos, text.slice(pos, end).replaceAll(/`[^`]*`/g, '`'))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { names, prose: [...prose, ...comments.values()] }
}

const lowerWords = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()

function findRetired(retired: readonly Retired[], file: string, text: string): string[] {
  const { names, prose } = wordsOf(file, text)
  return retired.flatMap(({ word, hasCapitals }) => [
    ...[...names].filter((name) => !kept.has(name) && word.test(hasCapitals ? name : lowerWords(name))),
    ...(hasCapitals ? [] : prose.filter((sentence) => word.test(sentence.toLowerCase()))),
  ])
}

/** Returns whether a file is checked. Released migrations keep their words, because their checksums must not change. */
const isChecked = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\/migrations\/0|\.generated\./.test(file)

describe('the words that the glossary retires', () => {
  it('are in no name, comment or test title', () => {
    const retired = retiredWords()
    expect(retired.length).toBeGreaterThan(8)
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    })
      .split('\n')
      .filter(isChecked)
    expect(files.length).toBeGreaterThan(1000)
    const found = files.flatMap((file) =>
      findRetired(retired, file, readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['a name', 'const toldOf = 1'],
    ['a limit', 'const mostRows = 1'],
    ['a comment', '/** Refuses the call. */\nconst a = 1\nconst refuse = 2'],
    ['a test title', "it('tells nobody, and told', () => {})"],
  ])('are found in %s', (_what, text) => {
    expect(findRetired(retiredWords(), 'a.ts', text)).not.toEqual([])
  })

  it('may be quoted in a comment, because the protocol keeps them', () => {
    expect(findRetired(retiredWords(), 'a.ts', '/** `refused`: not accepted. */\nconst a = 1')).toEqual([])
  })
})
