import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Access, Call, MenuCode } from '@atrium/contract'
import type { Source } from './source.ts'

/** A call of the API as data. */
export interface ApiCall {
  /** Name of its constant, by which tests import it. */
  readonly constant: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly effect: 'read' | 'write'
  readonly access: Access
  /** Fields of the request with type and limits, such as `keyWord: string, max_length 100`. */
  readonly request: readonly string[]
  readonly response: readonly string[]
}

/** A screen or another page. */
export interface Screen {
  readonly name: string
  readonly path: string
}

/** Calls and screens of one version. */
export interface Contract {
  readonly calls: readonly ApiCall[]
  readonly screens: readonly Screen[]
}

/** Parts of a zod schema. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly innerType?: Schema
  readonly in?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly checks?: readonly { readonly _zod: { readonly def: Readonly<Record<string, unknown>> } }[]
}

interface Schema {
  readonly _zod: { readonly def: Definition }
}

/** Parts of a check that users notice. */
const limits = ['maximum', 'minimum', 'value', 'format', 'pattern'] as const

const wordsOf = ({ type, checks = [] }: Definition): string => {
  const parts = checks.map(({ _zod: { def } }) =>
    [def.check, ...limits.flatMap((limit) => (def[limit] === undefined ? [] : [String(def[limit])]))].join(
      ' ',
    ),
  )
  return [type, ...parts].join(', ')
}

const optionalTypes = ['optional', 'default', 'prefault']

/** Returns the fields of a schema. A branch that contains itself, as in a tree, is listed once. */
function fieldsOf(schema: Schema, path = '', above: readonly Schema[] = []): string[] {
  if (above.includes(schema)) return []
  const definition = schema._zod.def
  const { shape, element, options } = definition
  const within = [...above, schema]
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      fieldsOf(field, path === '' ? name : `${path}.${name}`, within),
    )
  if (element) return fieldsOf(element, `${path}[]`, within)
  if (options) return options.flatMap((option) => fieldsOf(option, path, within))
  const inner = definition.innerType ?? definition.in
  if (inner) {
    const isOptional = optionalTypes.includes(definition.type) && path !== ''
    return fieldsOf(inner, isOptional ? `${path}?` : path, within)
  }
  const start = path === '' ? '' : `${path}: `
  return [
    `${start}${wordsOf(definition)}`,
    ...Object.values(definition.entries ?? {}).map((value) => `${start}${value}`),
  ]
}

type Declared = Omit<Call, 'request' | 'response'> & { readonly request: Schema; readonly response: Schema }

const isCall = (declared: unknown): declared is Declared =>
  typeof declared === 'object' && declared !== null && 'path' in declared && 'access' in declared

/** Reads the calls and screens from the sources of a contract. @param folder folder of the package */
export async function readContract(folder: string): Promise<Contract> {
  const load = (file: string) => import(pathToFileURL(join(folder, 'src', file)).href)
  const areas = (await load('areas.ts')) as Readonly<Record<string, unknown>>
  const { routeTable } = (await load('core/routes.ts')) as {
    readonly routeTable: Readonly<Record<string, { readonly path: string }>>
  }
  const calls = Object.entries(areas).flatMap(([constant, declared]): ApiCall[] => {
    if (!isCall(declared) || declared.server !== undefined) return []
    const { method, path, summary, effect, access, request, response } = declared
    return [
      {
        constant,
        method,
        path,
        summary,
        effect,
        access,
        request: fieldsOf(request),
        response: fieldsOf(response),
      },
    ]
  })
  const order = new Intl.Collator('en')
  return {
    calls: calls.toSorted((one, other) => order.compare(one.path, other.path)),
    screens: Object.entries(routeTable).map(([name, { path }]) => ({ name, path })),
  }
}

/** Returns the menus of the screens that offer a call. */
export const menusOf = ({ access }: Pick<ApiCall, 'access'>): readonly MenuCode[] =>
  'menus' in access ? (access.menus ?? []) : []

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)

/** A test file with the words in it. */
interface TestFile {
  readonly file: string
  readonly text: string
  readonly words: ReadonlySet<string>
}

/** Reads all test files. */
export const readTests = ({ files, read }: Source): TestFile[] =>
  files.filter(isTest).map((file) => {
    const text = read(file)
    return { file, text, words: new Set(text.match(/\w+/g)) }
  })

const isConformanceTest = (file: string): boolean => file.startsWith('apps/server/src/app/conformance/')

/** Returns the files that test every call of the contract. */
export const testsOfAllCalls = (tests: readonly TestFile[]): string[] =>
  tests.map(({ file }) => file).filter(isConformanceTest)

/** Returns the files that test a call by itself: those that name its constant. */
export const testsOfCall = (tests: readonly TestFile[], { constant }: ApiCall): string[] =>
  tests.filter(({ file, words }) => words.has(constant) && !isConformanceTest(file)).map(({ file }) => file)

/** Support files whose pages the accessibility test opens. */
const supportedPages = ['e2e/support/pages.ts', 'e2e/support/identity-pages.ts']

/** Returns the browser tests that open a page by its address. */
export function testsOfScreen(
  tests: readonly TestFile[],
  { read }: Pick<Source, 'read'>,
  { path }: Screen,
): string[] {
  const address = RegExp.escape(path)
  // A pattern of an address has backslashes.
  const direct = new RegExp(`#${address.replaceAll('\\/', '\\\\?/')}(?![\\w/])`)
  const isSupported = new RegExp(`'${address}(?![\\w/])`).test(supportedPages.map(read).join('\n'))
  return tests
    .filter(({ file }) => file.startsWith('e2e/'))
    .filter(({ text }) => direct.test(text) || (isSupported && text.includes("'./support/pages.ts'")))
    .map(({ file }) => file)
}
