/**
 * `pnpm run inspection-page`: compiles the page of inspection files and writes it to a JSON file, because a package has
 * no sources and no compiler.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const folder = join(import.meta.dirname, '../apps/server/src/modules/inspection-file')

const read = (name: string): string => readFileSync(join(folder, name), 'utf8').replaceAll(/\r\n?/g, '\n')

/** Modules of the page. Each imports only earlier ones, so that together they are one script. */
const modules = [
  '../../platform/audit/inspection-layout.ts',
  ...['proof.ts', 'trail.ts', 'view.ts', 'main.ts'].map((name) => `page/${name}`),
]

/** Returns a module as a part of the script: JavaScript without comments, imports and exports. */
const partOf = (source: string): string =>
  ts
    .transpileModule(source, {
      compilerOptions: {
        ...{ target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
        ...{ removeComments: true, verbatimModuleSyntax: true },
      },
    })
    .outputText.replaceAll(/^import\s[^']*'[^']*';$/gm, '')
    .replaceAll(/^export (?:\{\};)?/gm, '')
    .replaceAll(/\n\s*/g, '\n')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

interface Texts {
  readonly title: string
  readonly static: string
  readonly states: { readonly unverified: string }
}

/** Returns the script with its texts. */
function codeWith(texts: readonly Texts[]): string {
  const values = JSON.stringify(texts).replaceAll('<', '\\u003c')
  return `{const pageTexts=${values}\n${modules.map((name) => partOf(read(name))).join('')}}`
}

/** Returns the page without its parts: what is before them, and the script that follows them. */
function page(): { readonly head: string; readonly script: string } {
  const texts = ['zh', 'en'].map((language): Texts => JSON.parse(read(`texts/${language}.json`)))
  const code = codeWith(texts)
  const style = read('page/page.css').replaceAll(/\s*\n\s*/g, '')
  const policy = [
    `default-src 'none'; script-src ${hashOf(code)} 'strict-dynamic'; style-src ${hashOf(style)}`,
    `base-uri 'none'; form-action 'none'`,
  ].join('; ')
  const title = texts.map((text) => text.title).join(' · ')
  const unverified = texts.map((text) => `<h2>${text.states.unverified}</h2><p>${text.static}</p>`).join('')
  const head = [
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${title}</title><style>${style}</style></head><body data-state="unverified">`,
    `<main><h1>${title}</h1><section id="result">${unverified}</section></main>`,
  ].join('')
  // The end of a block comment would end the function that the file is for JavaScript.
  if (/\*\/|<!--/.test(head + code) || code.includes('</script'))
    throw new Error('The page contains text that the format of the file does not allow')
  return { head, script: `<script>${code}</script>` }
}

/** Returns the path of the file and its correct content. */
export const generatedPage = (): { readonly file: string; readonly text: string } => ({
  file: join(folder, 'page/page.generated.json'),
  text: `${JSON.stringify(page(), null, 2)}\n`,
})

if (import.meta.main) {
  const { file, text } = generatedPage()
  writeFileSync(file, text)
}
