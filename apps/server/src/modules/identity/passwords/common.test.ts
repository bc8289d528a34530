import { expect, it } from '@jest/globals'
import { checkOperatorPassword, isCommon } from './common.ts'

it.each(['Password1', 'PASSW0RD', 'Qwer1234', 'Abcd1234', 'Welcome1', '1qaz2wsX'])(
  'finds the common password %s, in upper or lower case',
  async (password) => {
    expect(await isCommon(password)).toBe(true)
    await expect(checkOperatorPassword(password)).rejects.toThrow('ADMIN_PASSWORD is one of the most common')
  },
)

it.each(['Xk7vQ2mPz9', 'Lumingxi2026a', ''])('does not find %j', async (password) => {
  expect(await isCommon(password)).toBe(false)
  await checkOperatorPassword(password)
})
