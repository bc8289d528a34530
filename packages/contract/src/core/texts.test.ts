import { expect, it } from '@jest/globals'
import { callOf } from './call.ts'
import { type FieldName, fieldKeys, type TextKey, type Translate, textKey } from './texts.ts'
import '../tenant/index.ts'

const t: Translate = (key) => String(key)

/** Compiles only while TypeScript reports each wrong key as an error. */
const wrong = () => [
  // @ts-expect-error no rule has this name
  textKey('rule.requierd'),
  // @ts-expect-error this field is the tenant's, not one that areas share
  t('field.abbr'),
  // @ts-expect-error no code of an envelope
  t('code.418'),
  // @ts-expect-error a group of texts is no text
  t('tenant'),
  // @ts-expect-error no area has this name
  callOf('tenants'),
  // @ts-expect-error a key made up as the program runs goes through keyAtRunTime
  t(`rule.${String(Math.random())}`),
]

it('has a key for each text, and looks in the area before the shared texts', () => {
  const own: FieldName<'tenant'>[] = ['abbr', 'createTime']
  const keys: TextKey[] = ['tenant.abbr', 'field.createTime', 'tenant.use.tenants', 'code.200']
  expect(keys.map((key) => t(key))).toEqual(keys)
  expect(own.map((field) => fieldKeys(field, 'tenant'))).toEqual([
    ['tenant.abbr', 'field.abbr'],
    ['tenant.createTime', 'field.createTime'],
  ])
  expect(wrong).toBeDefined()
})
