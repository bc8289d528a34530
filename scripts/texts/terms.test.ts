import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

/** Other names that were once used for a thing, by its present term. */
const otherWords: Readonly<Record<string, RegExp>> = {
  临床试验管理系统: /临床试验项目管理系统|临床研究管理系统/,
  电子试验主文档系统: /主文件系统|试验主文件/,
  depot: /\bstore houses?\b/i,
  randomisation: /randomiz/i,
}

/** Texts, documents and the names in data, without migrations, which must name what they change. */
const files = execFileSync('git', ['ls-files', '*.json', '*.md', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\/migrations\/|terms\.test\.ts$/.test(file))

it.each(Object.entries(otherWords))('%s has no other word', (_term, words) => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(found).toEqual([])
})
