import { allCalls, type Call, codes, fieldKeys, type TextKey } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { translator } from '../../platform/texts/translator.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct, team } from '../test-kit/index.ts'

let suite: Suite
let product: TestProduct

beforeAll(async () => {
  suite = await startSuite()
  product = await linkedProduct(suite.database)
})

afterAll(() => suite.close())

const fieldsOf = (call: Call): string[] =>
  Object.keys(z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }).properties ?? {})

const requiredOf = (call: Call): string[] =>
  z.safeParse(call.request, {}).error?.issues.map(({ path }) => String(path[0])) ?? []

/**
 * Returns a value that is invalid for every field: in a body, an object that cannot become text; in a query, a long
 * text of invalid characters.
 */
const wrongFor = ({ method, form }: Call): unknown =>
  method === 'GET' || form === 'upload' ? '\0'.repeat(300) : { toString: 'this' }

const cases = allCalls.flatMap((call) => fieldsOf(call).map((field) => [call.path, field, call] as const))
const required = allCalls.flatMap((call) =>
  requiredOf(call).map((field) => [call.path, field, call] as const),
)

const rejectedField = async (call: Call, input: object, field: string, language: 'zh' | 'en') => {
  const { token } = suite.admin
  const { kind } = call.access
  const sender = kind === 'product' ? { signer: product } : kind === 'team' ? { signer: team() } : { token }
  const response = await send(suite.server, call, input, { ...sender, language })
  expect(response).toMatchObject({ code: codes.invalid, data: null })
  return response.errors?.find((error) => error.field === field)?.message
}

/** Messages for a missing field: one for text, one for choices, and one of a field's own. */
const blankRules: readonly TextKey[] = ['rule.required', 'rule.choose', 'account.rule.userNameEmpty']

describe('fields', () => {
  it.each(required)('%s requires %s and names the field in both languages', async (_path, field, call) => {
    for (const language of ['zh', 'en'] as const) {
      const t = translator(language)
      const keys = fieldKeys(field, call.area)
      const name = t(keys)
      expect(keys).not.toContain(name)
      const said = blankRules.map((rule) => t(rule, { field: name }))
      expect(said).toContain(await rejectedField(call, {}, field, language))
    }
  })

  it.each(cases)(
    '%s rejects an invalid %s and names the field in the message',
    async (_path, field, call) => {
      for (const language of ['zh', 'en'] as const) {
        const message = await rejectedField(call, { [field]: wrongFor(call) }, field, language)
        expect(message).toMatch(language === 'zh' ? /\p{Script=Han}/u : /^[A-Z][\w-]/)
        expect(message).not.toMatch(/\{\{|rule\.|field\.|Invalid input/)
      }
    },
  )

  it('covers every call that has request fields', () => {
    expect(new Set(cases.map(([path]) => path)).size).toBeGreaterThan(10)
    expect(required.length).toBeGreaterThan(10)
  })
})
